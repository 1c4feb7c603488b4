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
    lane: 'remote',
    everyMinutes: HOUR,
    run: async (_payload, { deps }) => {
      const { payments } = deps.config;
      if (payments === null) return;
      await settleSubscriptions({ ...deps, gateway: await openGateway(payments) });
    },
  },
  // An account that has ended must not be charged again.
  end_subscription: {
    lane: 'remote',
    run: async ({ userId }, { deps }) => {
      const { payments } = deps.config;
      if (payments === null) throw new Error('The keys of Stripe are not set.');
      await endNow({ ...deps, gateway: await openGateway(payments) }, userId);
    },
  },
};
