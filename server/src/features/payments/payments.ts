/** What other features ask about plans and payments. */
export { giveUpSubscription } from './end-subscription.ts';
export { planInForce, requireFeature } from './plan-in-force.ts';
