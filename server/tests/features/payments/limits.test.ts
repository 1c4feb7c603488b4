import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPlan } from '../../../src/features/plans/plans.ts';
import { type FakeStripe, startFakeStripe } from '../../helpers/fake-stripe.ts';
import { multipart } from '../../helpers/multipart.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';
import { createTus, listen } from '../../helpers/tus.ts';

let test: TestApp;
let stripe: FakeStripe;
let member: SignedIn;
let origin = '';
beforeAll(async () => {
  stripe = await startFakeStripe();
  test = await openTestApp({ ...stripe.env, UPLOAD_MAX_MB: '8', UPLOAD_QUOTA_MB: '2' });
  origin = await listen(test);
  const terms = { name: 'Plan', description: '', currency: 'eur', interval: 'month' } as const;
  const sizes = { storage_bytes: 6_000_000, upload_bytes: 4_000_000 };
  const studio = { ...terms, ...sizes, plan_id: 'studio', price: 900 };
  const features = ['private_feeds'];
  await addPlan(test.database, { ...studio, features, stripePriceId: 'price_studio' });
});
beforeEach(async () => {
  member = await test.signIn();
});
afterAll(async () => {
  await test?.close();
  await stripe?.stop();
});

/** Subscribes and pays; returns the id of the subscription at Stripe. */
async function subscribe(): Promise<string> {
  const url = '/api/v2/payment/subscriptions/studio/intents';
  await test.app.inject({ method: 'POST', url, headers: member.headers });
  const id = stripe.subscriptions.at(-1)?.id ?? '';
  stripe.pay(id);
  await report();
  return id;
}

async function report(): Promise<void> {
  const payload = stripe.events.at(-1) ?? '';
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': stripe.sign(payload),
  };
  await test.app.inject({ method: 'POST', url: '/api/v2/payment/webhooks', payload, headers });
}

/** Announces an upload. Its status says whether there is room for it. */
async function upload(bytes: number): Promise<number> {
  const tus = createTus(origin, member.headers);
  return (await tus.send('POST', tus.address, { 'Upload-Length': String(bytes) })).status;
}

async function makeFeed(): Promise<number> {
  const { headers } = member;
  const show = { title: 'Tides', description: 'About water.', language: 'en', category: 'Science' };
  const made = await test.app.inject({ method: 'POST', url: '/api/show', headers, payload: show });
  const { show_id } = made.json().response.show;
  const url = `/api/show/${show_id}/feed-tokens`;
  const payload = { name: 'Ann' };
  return (await test.app.inject({ method: 'POST', url, headers, payload })).statusCode;
}

describe('the limits of a plan', () => {
  it('take the place of those of the host while it is paid', async () => {
    expect(await upload(3_000_000)).toBe(413);
    const id = await subscribe();
    expect(await upload(3_900_000)).toBe(201);
    expect(await upload(4_200_000)).toBe(413); // one file
    expect(await upload(3_000_000)).toBe(413); // all together
    expect(await upload(1_500_000)).toBe(201);
    stripe.cancel(id);
    await report();
    expect(await upload(100_000)).toBe(413);
  });

  it('hold on through the days of grace', async () => {
    const id = await subscribe();
    stripe.renew(id, false);
    await report();
    expect(await upload(3_900_000)).toBe(201);
    await test.database
      .updateTable('subscriptions')
      .set({ grace_ends_at: new Date(0) })
      .where('user_id', '=', member.userId)
      .execute();
    expect(await upload(1_500_000)).toBe(413);
  });

  it('hold for uploads that begin at the same moment, of both kinds', async () => {
    await subscribe();
    const send = async () => {
      const { headers, payload } = multipart('file', { bytes: Buffer.alloc(1_500_000, 'a') });
      const url = '/api/media';
      const sent = { ...headers, ...member.headers };
      return (await test.app.inject({ method: 'POST', url, headers: sent, payload })).statusCode;
    };
    const statuses = await Promise.all([1, 2, 3, 4].flatMap(() => [upload(1_500_000), send()]));
    const taken = statuses.filter((status) => status === 201).length;
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(4); // six million bytes are room for four
    expect(statuses.filter((status) => status === 413)).toHaveLength(8 - taken);
  });

  it('give private feeds to those whose plan has them', async () => {
    expect(await makeFeed()).toBe(403);
    await subscribe();
    expect(await makeFeed()).toBe(201);
  });
});
