import { type AllServices, startAllServices } from '../../server/tests/helpers/all-services.ts';
import { newEmail } from './account.ts';
import { test as base } from './product.ts';
import { addPlan } from './shop.ts';

/** A host that offers every way to sign in, and sells a plan. */
export const test = base.extend<object, { services: AllServices; plans: null }>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const services = await startAllServices();
      await use(services);
      await services.stop();
    },
    { scope: 'worker' },
  ],
  serverEnv: [({ services }, use) => use(services.env), { scope: 'worker' }],
  plans: [
    async ({ product }, use) => {
      await addPlan(product, 'studio', 'Studio', '900', '--stripe-price', 'price_studio');
      await use(null);
    },
    { scope: 'worker', auto: true },
  ],
});

let people = 0;

/** Somebody whom Facebook and X know. Returns the access token at Facebook. */
export function newPerson({ graph, twitter }: AllServices, email = newEmail()): string {
  people += 1;
  const id = `person-${process.pid}-${people}-${Date.now()}`;
  const scopes = ['public_profile', 'email'];
  graph.tokens.set(id, { id, name: 'Ada Byron', email, scopes, app_id: '1234' });
  graph.visitor = id;
  twitter.tokens.set(id, { secret: 's', body: { id_str: id, name: 'Ada Byron', email } });
  twitter.visitor = id;
  return id;
}
