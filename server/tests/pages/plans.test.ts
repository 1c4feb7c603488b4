import type { PlanFeature } from 'earshot-site/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPlan, type NewPlan } from '../../src/features/plans/plans.ts';
import { addShow } from '../helpers/add-episode.ts';
import { type FakeStripe, startFakeStripe } from '../helpers/fake-stripe.ts';
import { openSite } from '../helpers/open-site.ts';
import type { SignedIn, TestApp } from '../helpers/test-app.ts';
import { Visitor } from '../helpers/visitor.ts';

const BILLING = '/cms/settings/plan-and-billing';
const FAILED = '/payment/checkout/subscribe/error';

describe('a host without payments', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openSite();
  });
  afterAll(() => test?.close());

  it('says so, how much one may upload, and leads on', async () => {
    const page = await new Visitor(test).open('/plans');
    expect(page.text).toContain('This host sells no plans');
    expect(page.text).toContain('One file may have up to 2 GB.');
    expect((await page.main.follow('About this host')).address).toBe('/page');
    const plan = await page.open('/plans/subscribe/7');
    expect(plan.text).toContain('Nothing was ordered');
    expect((await plan.main.follow('Plans of this host')).address).toBe('/plans');
  });

  it('has a page of plan and billing that no other page leads to', async () => {
    const member = new Visitor(test, { as: await test.signIn() });
    const settings = await member.open('/account/settings');
    expect(settings.has('heading', 'Your data')).toBe(true);
    expect(settings.has('link', /^Plan/)).toBe(false);
    expect((await member.open(BILLING)).text).toContain('no card of yours is stored');
  });

  it('explains a failed payment, in the language of the reader', async () => {
    const reader = new Visitor(test, { language: 'it-IT' });
    expect((await reader.open('/payment/card/error')).text).toContain('non ha addebitato nulla');
    const plans = await (await reader.open(FAILED)).follow('I piani di questo host');
    expect(plans.text).toContain('non vende piani');
  });
});

describe('a host that sells plans', () => {
  let test: TestApp;
  let stripe: FakeStripe;
  beforeAll(async () => {
    stripe = await startFakeStripe();
    test = await openSite(stripe.env);
    const sizes = { storage_bytes: 1_000, upload_bytes: 100, features: [] as PlanFeature[] };
    const plan = { ...sizes, description: '', currency: 'eur', interval: 'month' } as const;
    const add = (name: string, more: Partial<NewPlan> & Pick<NewPlan, 'price' | 'stripePriceId'>) =>
      addPlan(test.database, { ...plan, name, plan_id: name.toLowerCase(), ...more });
    await add('Studio', {
      price: 900,
      stripePriceId: 'price_studio',
      features: ['private_feeds'],
    });
    await add('Free', { price: 0, stripePriceId: null });
  });
  afterAll(async () => {
    await test?.close();
    await stripe?.stop();
  });

  /** Orders a plan, as the page does. */
  const order = (who: SignedIn, plan: string) =>
    test.app.inject({
      method: 'POST',
      url: `/api/v2/payment/subscriptions/${plan}/intents`,
      headers: who.headers,
    });

  it('leads a visitor to the login before an order', async () => {
    const page = await new Visitor(test).open('/plans');
    const login = await page.main.follow('Choose Free');
    expect(login.address).toBe('/login?redirect=%2Fplans%2Fsubscribe%2Ffree');
  });

  it('marks the plan of a member, who may have one without a card', async () => {
    const member = await test.signIn();
    const browser = new Visitor(test, { as: member });
    expect((await browser.open('/plans/subscribe/free')).main.has('button', 'Take this plan')).toBe(
      true,
    );
    await order(member, 'free');
    expect((await browser.open(BILLING)).text).toContain('This plan costs nothing.');
    expect((await browser.open('/plans')).main.has('link', 'Your plan')).toBe(true);
  });

  it('says what a payment by card needs, without scripts', async () => {
    const page = await new Visitor(test, { as: await test.signIn() }).open(
      '/plans/subscribe/studio',
    );
    expect(page.text).toContain('Paying by card needs JavaScript');
    const failed = await page.follow('Possible reasons');
    expect(failed.address).toBe(FAILED);
    expect(failed.text).toContain('JavaScript is off in your browser.');
  });

  it('says what has become of an order that broke off, and leads back to it', async () => {
    const visitor = new Visitor(test);
    expect((await visitor.open('/payment/card/error')).text).toContain(
      'A program in your browser blocks Stripe',
    );
    const member = await test.signIn();
    const browser = new Visitor(test, { as: member });
    await order(member, 'studio');
    // Stripe's own pages send payers back like this.
    const failed = await browser.open('/plans/subscribe/studio?redirect_status=failed');
    expect(failed.address).toBe(FAILED);
    expect(failed.text).toContain('No payment for Studio has arrived.');
    expect((await failed.follow('Pay now')).main.has('button', 'Subscribe and pay')).toBe(true);
    expect((await browser.open(BILLING)).main.has('button', 'Give up the order')).toBe(true);
    await test.app.inject({
      method: 'DELETE',
      url: '/api/v2/payment/subscription',
      headers: member.headers,
    });
    expect((await browser.open(BILLING)).text).toContain('Your plan has ended.');
    expect((await browser.open(FAILED)).text).toContain('you were not charged');
  });

  it('leads an author whose plan has no private feeds to the plans, and nobody else', async () => {
    const owner = await test.signIn();
    const show_id = await addShow(test.database, owner.userId);
    const path = `/dashboard/shows/${show_id}/private-feeds`;
    const page = await new Visitor(test, { as: owner }).open(path);
    expect(page.main.has('button', 'Add')).toBe(false);
    expect(page.text).toContain('Your plan has no private feeds.');
    expect((await page.main.follow('See the plans')).main.has('link', 'Choose Studio')).toBe(true);
    const other = new Visitor(test, { as: await test.signIn({ admin: true }) });
    const { main } = await other.open(path);
    expect(main.text).toContain('The plan of the show’s owner has no private feeds');
    expect(main.has('link', 'See the plans')).toBe(false);
  });
});
