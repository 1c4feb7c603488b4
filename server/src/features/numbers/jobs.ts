import type { FeatureDeps, Tasks } from '../../feature.ts';
import { sumPublicDownloads } from '../shows/shows.ts';
import { addDays, dayOf, nowOf } from './days.ts';
import { forgetFilesBefore } from './files-repository.ts';
import { measureStorage } from './host-sums.ts';
import type { LogStore } from './log-store.ts';
import { openLog } from './open-log.ts';
import { rollUp } from './roll-up.ts';
import { destroySalts } from './salts.ts';
import { isMailTime, mailLastWeek } from './weekly-mails.ts';

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
    run: (_payload, { deps }) => withLog(deps, (log) => keepLog(deps, log)),
  },
  count_downloads: {
    everyMinutes: 60,
    run: async (_payload, { deps, signal }) => {
      await withLog(deps, async (log) => {
        const now = nowOf(deps);
        await log.shortenNames(addDays(dayOf(now), -1)); // not during a count, which would take one listener for two
        await rollUp({ ...deps, log }, now, signal);
      });
      await sumPublicDownloads(deps.database, { window: deps.config.numbersWindow });
      if (isMailTime(nowOf(deps))) {
        const key = 'mail_last_week';
        await deps.jobs.add(deps.database, 'mail_last_week', {}, { key, queue: key });
      }
    },
  },
  measure_storage: { everyMinutes: 60, run: (_payload, { deps }) => measureStorage(deps.database) },
  mail_last_week: { run: (_payload, { deps, signal }) => mailLastWeek(deps, nowOf(deps), signal) },
};

async function withLog(deps: FeatureDeps, work: (log: LogStore) => Promise<void>): Promise<void> {
  const log = openLog(deps);
  try {
    await work(log);
  } finally {
    await log.close();
  }
}

async function keepLog(deps: FeatureDeps, log: LogStore): Promise<void> {
  const { database, config } = deps;
  const now = nowOf(deps);
  const today = dayOf(now);
  await destroySalts(database, now);
  const first = addDays(today, -config.numbersRawDays);
  await log.prepare([today, addDays(today, 1), addDays(today, 2)]);
  await log.dropBefore(first);
  await forgetFilesBefore(database, first);
}
