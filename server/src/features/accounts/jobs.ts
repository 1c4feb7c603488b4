import type { Language } from 'earshot/internal';
import { sql } from 'kysely';
import type { Tasks } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { archiveAccount, sweepArchives } from './archive-account.ts';
import { answerForgotten } from './prove-email.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    answer_forgotten: { email: string; language: Language };
    sweep_accounts: Record<string, never>;
    archive_account: { userId: number };
  }
}

const DAY_MINUTES = 24 * 60;

export const accountTasks: Tasks = {
  answer_forgotten: {
    run: (payload, { deps }) =>
      deps.database
        .transaction()
        .execute((transaction) => answerForgotten(transaction, deps, payload)),
  },
  sweep_accounts: {
    async run(_payload, { deps }) {
      await sweep(deps.database);
      await sweepArchives(deps);
    },
    everyMinutes: DAY_MINUTES,
  },
  archive_account: {
    run: ({ userId }, { deps, signal }) => archiveAccount(deps, { userId, signal }),
  },
};

/** Removes sessions, links and tokens that ended a day ago or earlier. */
async function sweep(database: Database): Promise<void> {
  const isOver = sql<boolean>`expires_at < now() - interval '1 day'`;
  await database.deleteFrom('sessions').where(isOver).execute();
  await database.deleteFrom('email_tokens').where(isOver).execute();
  await database.deleteFrom('access_tokens').where(isOver).execute();
  await database.deleteFrom('invites').where(isOver).where('used_at', 'is', null).execute();
}
