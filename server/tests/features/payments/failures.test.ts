import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../helpers/open-shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const count = (id: string) => shop.stripe.charges.filter((charged) => charged === id).length;

describe('a request to Stripe', () => {
  it('names one version of the API, and every POST a key of its own', async () => {
    const { member } = await shop.payer();
    await shop.ask(member, 'PUT', 'subscription', { plan_id: 'label' });
    await shop.ask(member, 'POST', 'cards/intents');
    await shop.ask(member, 'DELETE', 'subscription');
    const posts = shop.stripe.requests.filter(({ method }) => method === 'POST');
    expect(posts.map(({ key }) => key)).not.toContain('');
    expect(new Set(posts.map(({ key }) => key)).size).toBe(posts.length);
    expect(new Set(shop.stripe.requests.map(({ version }) => version))).toEqual(
      new Set(['2026-10-28.endive']),
    );
  });
});

describe('a Stripe that fails', () => {
  it.each([1, 2, 3, 4, 5])(
    '%i times with an error that it remembers can be asked again',
    async (times) => {
      const member = await shop.test.signIn();
      const before = shop.stripe.subscriptions.length;
      shop.stripe.failWrites(times);
      let tries = 0;
      while ((await shop.subscribe(member)).status !== 200) {
        tries += 1;
        expect(tries).toBeLessThan(10);
      }
      expect(shop.stripe.subscriptions.length).toBe(before + 1);
      const id = shop.newest();
      shop.stripe.pay(id);
      expect((await shop.confirm(member)).status).toBe(200);
      expect(count(id)).toBe(1);
    },
  );

  it.each([
    { status: 200, text: 'not JSON' },
    { status: 429, text: '{"error":{"type":"rate_limit_error"}}' },
    { status: 500, text: '<html>' },
    { status: 402, text: '{"error":{"type":"card_error","code":"card_declined"}}' },
  ])('is a service that is not there, in our words: %o', async (answer) => {
    const { member } = await shop.payer();
    shop.stripe.breakAnswers(answer);
    const refused = await shop.ask(member, 'PUT', 'subscription', { plan_id: 'label' });
    shop.stripe.breakAnswers(null);
    expect(refused).toMatchObject({
      status: 503,
      messages: ['The service is not available right now.'],
    });
    expect((await shop.own(member)).status).toBe('active');
  });
});

describe('a customer whom Stripe no longer knows', () => {
  it('has no details, no purchases and no card to replace', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.forgetCustomer(
      shop.stripe.subscriptions.find((one) => one.id === id)?.customer ?? '',
    );
    expect(await shop.ask(member, 'GET', 'details')).toMatchObject({ status: 200, details: null });
    const details = { name: 'Ann', line1: 'Via Roma 1', city: 'Roma', country: 'IT' };
    expect((await shop.ask(member, 'PUT', 'details', details)).status).toBe(404);
    const path = `/user/${member.userId}/premium/purchase`;
    expect(await shop.ask(member, 'GET', path)).toMatchObject({ status: 200, items: [] });
    expect((await shop.ask(member, 'POST', 'cards/intents')).status).toBe(409);
  });

  it('loses the plan, and can subscribe again', async () => {
    const { member, id } = await shop.payer();
    const customer = shop.stripe.subscriptions.find((one) => one.id === id)?.customer ?? '';
    shop.stripe.forgetSubscription(id);
    shop.stripe.forgetCustomer(customer);
    expect((await shop.subscribe(member)).intent.type).toBe('payment');
    const [fresh] = shop.stripe.subscriptions.slice(-1);
    expect(fresh?.customer).not.toBe(customer);
    shop.stripe.pay(fresh?.id ?? '');
    expect((await shop.confirm(member)).billing.subscription.status).toBe('active');
  });
});

describe('an attempt to subscribe', () => {
  it('that nobody has paid can be given up', async () => {
    const member = await shop.test.signIn();
    await shop.subscribe(member);
    const id = shop.newest();
    const { billing } = await shop.ask(member, 'DELETE', 'subscription');
    expect(billing.subscription.status).toBe('ended');
    expect(() => shop.stripe.pay(id)).toThrow('nothing to pay');
    expect((await shop.ask(member, 'DELETE', 'subscription')).status).toBe(409);
  });

  it('is confirmed for its own plan, and not once it has ended', async () => {
    const { member, id } = await shop.payer();
    expect((await shop.confirm(member, 'label')).status).toBe(409);
    expect((await shop.confirm(member, 'nothing')).status).toBe(409);
    expect((await shop.confirm(member)).status).toBe(200);
    shop.stripe.cancel(id);
    expect((await shop.confirm(member)).status).toBe(409);
  });

  it('in two tabs at once pays for one plan', async () => {
    const member = await shop.test.signIn();
    const before = shop.stripe.subscriptions.length;
    const plans = ['studio', 'label', 'studio', 'label'];
    await Promise.all(plans.map((plan) => shop.subscribe(member, plan)));
    const made = shop.stripe.subscriptions.slice(before);
    expect(made.filter(({ status }) => status === 'incomplete')).toHaveLength(1);
    expect(made.filter(({ invoice }) => invoice.status === 'open')).toHaveLength(1);
  });

  it('goes on with a renewal that failed, also before that is reported', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.renew(id, false);
    expect((await shop.subscribe(member)).intent.type).toBe('payment');
  });

  it('tells a member who has a plan already', async () => {
    const { member } = await shop.payer();
    expect((await shop.subscribe(member)).messages).toEqual(['You have this plan already.']);
    expect((await shop.subscribe(member, 'label')).messages[0]).toContain('Change it instead');
  });

  it('ends with its account, although it had not reached Stripe', async () => {
    const member = await shop.test.signIn();
    shop.stripe.dropAnswers(10);
    await shop.subscribe(member);
    shop.stripe.dropAnswers(0);
    await shop.ask(member, 'DELETE', `/user/${member.userId}`, {});
    await shop.test.runJobs();
    expect(shop.openOf(member)).toEqual([]);
  });

  it('in flight while the account is deleted is given up', async () => {
    const member = await shop.test.signIn();
    await Promise.all([
      shop.subscribe(member),
      shop.ask(member, 'DELETE', `/user/${member.userId}`, {}),
    ]);
    await shop.test.runJobs();
    expect(shop.openOf(member)).toEqual([]);
  });
});

describe('the locale of an intent', () => {
  it('is the first two letters of the culture', async () => {
    const member = await shop.test.signIn();
    const localeFor = async (culture: string) =>
      (await shop.ask(member, 'POST', `subscriptions/studio/intents?culture=${culture}`)).intent
        .locale;
    expect(await localeFor('it_IT')).toBe('it');
    expect(await localeFor('de-DE')).toBe('de');
    expect(await localeFor('ar')).toBe('ar');
    expect((await shop.subscribe(member)).intent.locale).toBe('en');
  });
});

describe('purchases', () => {
  it('come in parts, each of them once', async () => {
    const { member, id } = await shop.payer();
    for (let month = 0; month < 24; month += 1) shop.stripe.renew(id, true);
    const path = `/user/${member.userId}/premium/purchase`;
    const first = await shop.ask(member, 'GET', path);
    expect(first.items).toHaveLength(20);
    const { search } = new URL(first.next_url);
    const rest = await shop.ask(member, 'GET', path + search);
    expect([rest.items.length, rest.next_url]).toEqual([5, null]);
    const ids = [...first.items, ...rest.items].map(({ purchase_id }) => purchase_id);
    expect(new Set(ids).size).toBe(25);
    const all = await shop.ask(member, 'GET', `${path}?limit=100`);
    expect(all.items).toHaveLength(25);
  });

  it('refuse a cursor that is none', async () => {
    const { member } = await shop.payer();
    const path = `/user/${member.userId}/premium/purchase`;
    const unknown = Buffer.from('["in_nothing"]').toString('base64url');
    for (const cursor of ['x', unknown]) {
      expect((await shop.ask(member, 'GET', `${path}?cursor=${cursor}`)).status).toBe(400);
    }
  });
});

describe('a text that is no id of Stripe', () => {
  it('never reaches a path of its API', async () => {
    const { member } = await shop.payer();
    const before = shop.stripe.requests.length;
    const odd = ['..', 'search', 'upcoming', 'in_1?x=1', 'in_1/../in_1', ' ', 'x'.repeat(100)];
    for (const name of odd) {
      const path = `/premium/purchase/${encodeURIComponent(name)}/invoice`;
      expect([name, (await shop.ask(member, 'GET', path)).status]).toEqual([name, 404]);
      const attached = await shop.ask(member, 'POST', 'cards/attach', { intent_id: name });
      expect([name, attached.status]).toEqual([name, 404]);
    }
    const ids = shop.stripe.requests.slice(before).map(({ path }) => path.split('/')[3] ?? '');
    expect(ids.filter((id) => !/^(sub|cus)_\w+$/.test(id))).toEqual([]);
  });
});
