import { addPlan, type NewPlan } from '../../src/features/plans/plans.ts';
import { startFakeStripe } from './fake-stripe.ts';
import { openTestApp, type SignedIn } from './test-app.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const SIZES = { storage_bytes: 1_000, upload_bytes: 100, features: [] };
const PLAN = { ...SIZES, description: '', currency: 'eur', interval: 'month' } as const;

/** A host that sells the plans `studio` for 9 euros, `label` for 29 and `free` for nothing, with a fake Stripe. */
export async function openShop(env: Record<string, string> = {}) {
  const stripe = await startFakeStripe();
  stripe.prices.set('price_label', 2_900);
  const test = await openTestApp({ ...stripe.env, ...env });
  const add = (plan_id: string, more: Pick<NewPlan, 'price' | 'stripePriceId'>) =>
    addPlan(test.database, { ...PLAN, name: plan_id, plan_id, ...more });
  await add('studio', { price: 900, stripePriceId: 'price_studio' });
  await add('label', { price: 2_900, stripePriceId: 'price_label' });
  await add('free', { price: 0, stripePriceId: null });

  async function ask(who: SignedIn, method: Method, url: string, payload?: object) {
    const answer = await test.app.inject({
      method,
      url: url.startsWith('/') ? `/api${url}` : `/api/v2/payment/${url}`,
      headers: who.headers,
      ...(payload && { payload }),
    });
    const { response, error } = JSON.parse(answer.body);
    return { status: answer.statusCode, messages: error?.messages ?? [], ...response };
  }

  /** Sends a report like Stripe. Returns the status of the answer. */
  async function deliver(payload: string, headers: Record<string, string> = {}): Promise<number> {
    const sent = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': stripe.sign(payload),
      ...headers,
    };
    const url = '/api/v2/payment/webhooks';
    return (await test.app.inject({ method: 'POST', url, payload, headers: sent })).statusCode;
  }

  const newest = () => stripe.subscriptions.at(-1)?.id ?? '';
  return {
    test,
    stripe,
    ask,
    deliver,
    deliverNewest: () => deliver(stripe.events.at(-1) ?? ''),
    subscribe: (who: SignedIn, plan = 'studio') =>
      ask(who, 'POST', `subscriptions/${plan}/intents`),
    confirm: (who: SignedIn, plan = 'studio') =>
      ask(who, 'POST', `subscriptions/${plan}/intents/confirmed`),
    own: async (who: SignedIn) => (await ask(who, 'GET', 'subscription')).billing.subscription,
    newest,
    /** The subscriptions of a member that can still be paid at Stripe. */
    openOf({ userId }: SignedIn) {
      const ids = stripe.customers
        .filter(({ metadata }) => metadata.user_id === String(userId))
        .map(({ id }) => id);
      return stripe.subscriptions.filter(
        ({ customer, invoice }) => ids.includes(customer) && invoice.status === 'open',
      );
    },
    /** A member who has paid for a plan, and the id of the subscription at Stripe. */
    async payer(plan = 'studio', culture = 'en'): Promise<{ member: SignedIn; id: string }> {
      const member = await test.signIn();
      await ask(member, 'POST', `subscriptions/${plan}/intents?culture=${culture}`);
      const id = newest();
      stripe.pay(id);
      await ask(member, 'POST', `subscriptions/${plan}/intents/confirmed`);
      return { member, id };
    },
    async close(): Promise<void> {
      await test.close();
      await stripe.stop();
    },
  };
}
