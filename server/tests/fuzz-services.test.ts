import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPlan } from '../src/features/plans/plans.ts';
import { type AllServices, startAllServices } from './helpers/all-services.ts';
import { fuzzAll, type Things } from './helpers/fuzz-routes.ts';
import { openTestApp, type SignedIn, type TestApp } from './helpers/test-app.ts';

// A host with every service: the routes that need one do not end with 501.

let services: AllServices;
let test: TestApp;
beforeAll(async () => {
  services = await startAllServices();
  test = await openTestApp(services.env);
  const terms = { description: '', currency: 'eur', interval: 'month', features: [] } as const;
  const sizes = { storage_bytes: 1e9, upload_bytes: 1e8 };
  const plan = { ...terms, ...sizes, plan_id: 'studio', name: 'Studio', price: 900 };
  await addPlan(test.database, { ...plan, stripePriceId: 'price_studio' });
});
afterAll(async () => {
  await test?.close();
  await services?.stop();
});

/** Every other author has paid for a plan. All have a profile at Facebook. */
async function addServices({ userId, headers }: SignedIn): Promise<Things> {
  const { stripe, graph } = services;
  const access_token = `token-${userId}`;
  const scopes = ['public_profile', 'email'];
  graph.tokens.set(access_token, { id: access_token, name: 'Ada', scopes, app_id: '1234' });
  const url = '/api/v2/payment/subscriptions/studio/intents';
  await test.app.inject({ method: 'POST', url, headers, payload: {} });
  const id = stripe.subscriptions.at(-1)?.id ?? '';
  if (userId % 4 < 2) stripe.pay(id);
  await test.app.inject({ url: '/api/v2/payment/subscription', headers });
  return {
    access_token,
    plan_id: 'studio',
    profile_id: 'studio',
    provider: 'facebook',
    purchase_id: stripe.invoices.at(-1)?.id,
    transaction_id: `pi_${stripe.invoices.length}`,
    intent_id: 'seti_1',
  };
}

const OF_SERVICES = /payment|premium|\{provider\}|connections|\/ads\/|\/ihr|pusher|plans|\/v3\/ads/;

it('answers every route of a service as the document says, whatever is sent', async () => {
  const failures = await fuzzAll(test, {
    runs: Number(process.env.FUZZ_RUNS ?? 3),
    seed: Number(process.env.FUZZ_SEED ?? 2026),
    only: OF_SERVICES,
    more: addServices,
  });
  expect(failures).toEqual([]);
});
