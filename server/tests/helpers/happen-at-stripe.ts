import type { Shop } from './open-shop.ts';
import type { SignedIn } from './test-app.ts';

type Step = (shop: Shop, id: string, member: SignedIn) => unknown;

export function subscriptionAtStripe({ stripe }: Shop, id: string) {
  const found = stripe.subscriptions.find((one) => one.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

/** The possible events of a subscription, at Stripe and here. */
const STEPS: Readonly<Record<string, Step>> = {
  renewed: ({ stripe }, id) => stripe.renew(id, true),
  failed: ({ stripe }, id) => stripe.renew(id, false),
  collected: (shop, id) => {
    if (subscriptionAtStripe(shop, id).invoice.status === 'open') shop.stripe.collect(id);
  },
  ending: ({ ask }, _id, member) => ask(member, 'DELETE', 'subscription'),
  kept: ({ ask }, _id, member) => ask(member, 'POST', 'subscription/reactivate'),
  dearer: ({ ask }, _id, member) => ask(member, 'PUT', 'subscription', { plan_id: 'label' }),
  cheaper: ({ ask }, _id, member) => ask(member, 'PUT', 'subscription', { plan_id: 'studio' }),
  declining: ({ stripe }, id) => stripe.replaceCard(id, '4000000000000002'),
  paying: ({ stripe }, id) => stripe.replaceCard(id, '4242424242424242'),
  canceled: ({ stripe }, id) => stripe.cancel(id),
};

export const STEP_NAMES = Object.keys(STEPS);

/** Runs the steps in sequence, until it has ended. Returns Stripe's reports. */
export async function happen(
  shop: Shop,
  names: readonly string[],
  { id, member }: { id: string; member: SignedIn },
): Promise<string[]> {
  const { events } = shop.stripe;
  const before = events.length;
  for (const name of names) {
    await STEPS[name]?.(shop, id, member);
    if (name === 'canceled') break;
  }
  const [, created = ''] = events;
  const reports = events.slice(before);
  const { customer } = subscriptionAtStripe(shop, id);
  return reports.length > 0 ? reports : [created.replace(/cus_\d+/g, customer)];
}
