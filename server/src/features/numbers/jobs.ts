import type { FeatureDeps, Tasks } from '../../feature.ts';
import { sumPublicDownloads } from '../shows/shows.ts';
import { addDays, dayOf, nowOf } from './days.ts';
import { measureStorage } from './host-sums.ts';
import { dropBefore, makePartitions } from './log-repository.ts';
import { rollUp } from './roll-up.ts';
import { destroySalts } from './salts.ts';
import { isMailTime, mailLastWeek } from './week-mails.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    /** Makes the partitions of the next days, and removes what the log may no longer hold. */
    keep_audio_log: Record<string, never>;
    count_downloads: Record<string, never>;
    measure_storage: Record<string, never>;
    /** Follows a count, so that the figures of the week are complete. */
    mail_last_week: Record<string, never>;
  }
}

export const numbersTasks: Tasks = {
  keep_audio_log: {
    everyMinutes: 60,
    run: (_payload, { deps }) => keepLog(deps),
  },
  count_downloads: {
    everyMinutes: 60,
    run: async (_payload, { deps, signal }) => {
      await rollUp(deps, nowOf(deps), signal);
      await sumPublicDownloads(deps.database, { window: deps.config.numbersWindow });
      if (isMailTime(nowOf(deps))) {
        const key = 'mail_last_week';
        await deps.jobs.add(deps.database, 'mail_last_week', {}, { key, queue: key });
      }
    },
  },
  measure_storage: {
    everyMinutes: 60,
    run: (_payload, { deps }) => measureStorage(deps.database),
  },
  mail_last_week: {
    run: (_payload, { deps, signal }) => mailLastWeek(deps, nowOf(deps), signal),
  },
};

async function keepLog(deps: FeatureDeps): Promise<void> {
  const { database, config } = deps;
  const now = nowOf(deps);
  const today = dayOf(now);
  await destroySalts(database, now);
  await makePartitions(database, [today, addDays(today, 1), addDays(today, 2)]);
  await dropBefore(database, addDays(today, -config.numbersRawDays));
}
