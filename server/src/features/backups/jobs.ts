import type { FeatureDeps, Tasks } from '../../feature.ts';
import { planBackup, runBackup } from './backups.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    plan_backup: Record<string, never>;
    write_backup: Record<string, never>;
  }
}

const clockOf =
  ({ backupClock }: Pick<FeatureDeps, 'backupClock'>) =>
  () =>
    backupClock?.() ?? new Date();

export const backupTasks: Tasks = {
  plan_backup: {
    everyMinutes: 5,
    run: (_payload, { deps, report }) => planBackup(deps, { now: clockOf(deps)(), report }),
  },
  write_backup: {
    async run(_payload, { deps, signal, report }) {
      const made = await runBackup(deps, { now: clockOf(deps), signal, report });
      const { name, place, bytes, missing, removed } = made;
      report('info', `The backup ${name} is in ${place}: ${bytes} bytes.`);
      if (removed.length > 0) report('info', `Old backups were removed: ${removed.join(', ')}.`);
      if (missing.length === 0) return;
      report(
        'warn',
        `The backup ${name} lacks ${missing.length} files that the storage of media has lost: ${missing.slice(0, 3).join(', ')} ...`,
      );
    },
  },
};
