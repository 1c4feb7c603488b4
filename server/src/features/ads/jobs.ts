import type { Tasks } from '../../feature.ts';
import { forgetExpired } from './daily-cap-repository.ts';
import { settleRunning } from './repository.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    settle_ad_campaigns: Record<string, never>;
    forget_ad_events: Record<string, never>;
  }
}

export const adCampaignTasks: Tasks = {
  // Campaigns begin and end at their times. The ads call itself uses the clock.
  settle_ad_campaigns: {
    everyMinutes: 1,
    run: (_payload, { deps }) => settleRunning(deps.database),
  },
  forget_ad_events: { everyMinutes: 60, run: (_payload, { deps }) => forgetExpired(deps.database) },
};
