import type { Tasks } from '../../feature.ts';
import { endNow, settleSubscriptions } from './end-subscription.ts';
import { openGateway } from './stripe/gateway.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    end_subscription: { userId: number };
    settle_subscriptions: Record<string, never>;
  }
}

const HOUR = 60; // minutes

export const paymentTasks: Tasks = {
  settle_subscriptions: {
    everyMinutes: HOUR,
    run: async (_payload, { deps: { config, database, locks } }) => {
      if (config.payments === null) return;
      await settleSubscriptions({ database, locks, gateway: await openGateway(config.payments) });
    },
  },
  // An account that has ended must not be charged again.
  end_subscription: {
    run: async ({ userId }, { deps: { config, database, locks } }) => {
      if (config.payments === null) throw new Error('The keys of Stripe are not set.');
      await endNow({ database, locks, gateway: await openGateway(config.payments) }, userId);
    },
  },
};
