import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAdmin } from '../../helpers/run-admin.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
beforeEach(() => test.database.deleteFrom('plans').execute());
afterAll(() => test?.close());

const admin = (...args: string[]) =>
  runAdmin(args, {
    env: {
      DATABASE_URL: test.databaseUrl,
      DATA_DIR: test.publicFolder,
      SITE_URL: 'http://site.test',
    },
  });

const TERMS = {
  '--name': 'Studio',
  '--price': '900',
  '--currency': 'eur',
  '--interval': 'month',
  '--storage': '10000000000',
  '--upload': '500000000',
  '--stripe-price': 'price_1Studio',
};
const add = (id: string, terms: Record<string, string> = {}) =>
  admin('plan', 'add', id, ...Object.entries({ ...TERMS, ...terms }).flat());

async function listed() {
  const { statusCode, body } = await test.app.inject({ url: '/api/v2/payment/plans' });
  expect(statusCode).toBe(200);
  return JSON.parse(body).response.items;
}

describe('the plans of a host', () => {
  it('lists a plan to everybody, without its price at Stripe', async () => {
    expect(await add('studio', { '--feature': 'private_feeds' })).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([
      {
        plan_id: 'studio',
        name: 'Studio',
        description: '',
        price: 900,
        currency: 'eur',
        interval: 'month',
        storage_bytes: 10_000_000_000,
        upload_bytes: 500_000_000,
        features: ['private_feeds'],
        is_free: false,
      },
    ]);
  });

  it('lists the cheapest first', async () => {
    await add('large', { '--price': '1900', '--stripe-price': 'price_1Large' });
    await add('studio');
    expect((await listed()).map(({ plan_id }: { plan_id: string }) => plan_id)).toEqual([
      'studio',
      'large',
    ]);
    expect((await admin('plan', 'list')).out).toBe(
      'studio  Studio  900 eur/month\nlarge  Studio  1900 eur/month\n',
    );
  });

  it('takes a retired plan out of the list, and never gives its name again', async () => {
    await add('studio');
    expect(await admin('plan', 'retire', 'studio')).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([]);
    expect(await admin('plan', 'retire', 'studio')).toMatchObject({ code: 0 });
    expect(await admin('plan', 'retire', 'nothing')).toMatchObject({ code: 1 });
    expect(await add('studio')).toMatchObject({ code: 1 });
  });

  it.each([
    ['studio', { '--stripe-price': 'price_1Other' }],
    ['other', {}],
  ])(
    'refuses a second plan with the name or the Stripe price of the first: %s',
    async (id, terms) => {
      await add('studio');
      const { code, error } = await add(id, terms);
      expect(code).toBe(1);
      expect(error).toBe('plan_id: a plan has this name or this price already\n');
      expect(await listed()).toHaveLength(1);
    },
  );

  it.each([
    ['Big Plan', {}, 'plan_id:'],
    ['studio', { '--name': ' ' }, 'name:'],
    ['studio', { '--description': 'x'.repeat(1_001) }, 'description:'],
    ['studio', { '--price': '9.5' }, 'price:'],
    ['studio', { '--price': '9.00' }, 'price:'], // 9 euros, and not 9 cents
    ['studio', { '--storage': '1e12' }, 'storage_bytes:'],
    ['studio', { '--upload': '0x10' }, 'upload_bytes:'],
    ['studio', { '--price': '100000000' }, 'price:'],
    ['studio', { '--price': '0' }, 'stripe_price:'],
    ['studio', { '--stripe-price': 'prod_1' }, 'stripe_price:'],
    ['studio', { '--currency': 'EURO' }, 'currency:'],
    ['studio', { '--storage': '0' }, 'storage_bytes:'],
    ['studio', { '--upload': '10000000001' }, 'upload_bytes:'],
    ['studio', { '--feature': 'gold' }, 'features:'],
  ])('refuses %s with %o in words', async (id, terms, words) => {
    const { code, error } = await add(id, terms as Record<string, string>);
    expect(code).toBe(1);
    expect(error).toContain(words);
    expect(await listed()).toEqual([]);
  });

  it('explains a missing option', async () => {
    const { code, error } = await admin('plan', 'add', 'studio', '--name', 'Studio');
    expect(code).toBe(2);
    expect(error).toContain('--price is missing.');
  });
});
