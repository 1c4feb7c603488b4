import { sql } from 'kysely';
import type { Tasks } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { answerForgotten, type Forgotten } from './prove-email.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    answer_forgotten: Forgotten;
    sweep_accounts: Record<string, never>;
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
    run: (_payload, { deps }) => sweep(deps.database),
    everyMinutes: DAY_MINUTES,
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
