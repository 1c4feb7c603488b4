import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPlan } from '../../../src/features/plans/plans.ts';
import { happen, STEP_NAMES, subscriptionAtStripe } from '../../helpers/happen-at-stripe.ts';
import { type MailServer, openMailServer } from '../../helpers/mail-server.ts';
import { textOfMail } from '../../helpers/mail-text.ts';
import { openShop, type Shop } from '../../helpers/open-shop.ts';
import type { SignedIn } from '../../helpers/test-app.ts';

const BILLING = 'http://site.test/cms/settings/plan-and-billing';
const PLANS = 'http://site.test/plans';

let shop: Shop;
let mails: MailServer;
beforeAll(async () => {
  mails = await openMailServer();
  shop = await openShop({
    SMTP_URL: mails.url,
    UPLOAD_MAX_MB: '2000',
    UPLOAD_QUOTA_MB: '20000',
  });
  await addPlan(shop.test.database, {
    plan_id: 'roomy',
    name: 'roomy',
    description: '',
    price: 0,
    currency: 'eur',
    interval: 'month',
    storage_bytes: 5e9,
    upload_bytes: 5e8,
    features: [],
    stripePriceId: null,
  });
});
afterAll(async () => {
  await shop?.close();
  await mails?.close();
});

/** Delivers all mails, and returns the texts of those to a member. */
async function mailsTo({ permalink }: SignedIn): Promise<string[]> {
  await shop.test.runJobs();
  return mails.mails
    .filter(({ to }) => to.includes(`${permalink}@example.org`))
    .map(({ raw }) => textOfMail(raw).replaceAll('\r\n', '\n'));
}
const readGraceEnd = (text: string) => /until (.*?)\./.exec(text)?.[1];
const isFailure = (text: string) => text.includes(`\n${BILLING}\n`);
const isEnd = (text: string) => text.includes(`\n${PLANS}\n`);

async function settle(): Promise<void> {
  await shop.test.deps.jobs.add(shop.test.database, 'settle_subscriptions', {});
  await shop.test.runJobs();
}

/** The end of the days of grace of the newest period, in the form of a mail. */
function graceEnd(id: string): string {
  const [item] = subscriptionAtStripe(shop, id).items.data;
  const end = new Date(((item?.current_period_start ?? 0) + 7 * 86_400) * 1_000);
  return end.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A renewal has failed so long ago that the days of grace are over. */
async function endDaysOfGrace(member: SignedIn, id: string): Promise<void> {
  const [item] = subscriptionAtStripe(shop, id).items.data;
  if (item) item.current_period_start = Math.floor(Date.now() / 1_000) - 8 * 86_400;
  await shop.test.database
    .updateTable('subscriptions')
    .set({ grace_ends_at: new Date(0) })
    .where('user_id', '=', member.userId)
    .execute();
}

async function failedPayer(): Promise<{ member: SignedIn; id: string }> {
  const payer = await shop.payer();
  shop.stripe.renew(payer.id, false);
  await shop.deliverNewest();
  return payer;
}

describe('the mail about a renewal that failed', () => {
  it('says what was to be paid, until when, and where', async () => {
    const { member, id } = await failedPayer();
    const [text = '', ...others] = await mailsTo(member);
    expect(others).toEqual([]);
    for (const words of ['plan studio', 'Amount: €9.00', 'Card: Visa •••• 4242']) {
      expect(text).toContain(words);
    }
    expect(readGraceEnd(text)).toBe(graceEnd(id));
    expect(text).toContain(`\n${BILLING}\n`);
    expect(text).not.toMatch(/[{}]/);
  });

  it.each([
    ['it_IT', 'piano studio', '9,00\u00a0€'],
    ['ar', 'خطتك studio', '9.00\u00a0€'],
    ['de-DE', 'plan studio', '€9.00'],
  ])('is in the language that the member subscribed in, or in English: %s', async (...of) => {
    const [culture, words, amount] = of;
    const { member, id } = await shop.payer('studio', culture);
    shop.stripe.renew(id, false);
    await shop.deliverNewest();
    await endDaysOfGrace(member, id);
    await settle();
    const texts = await mailsTo(member);
    expect(texts.map(isEnd)).toEqual([false, true]);
    for (const text of texts) {
      expect(text).toContain(words);
      expect(text).not.toMatch(/[{}]/);
    }
    expect(texts[0]).toContain(amount);
  });

  it('comes once, however often Stripe reports and the member looks', async () => {
    const { member } = await failedPayer();
    const payload = shop.stripe.events.at(-1) ?? '';
    await Promise.all(Array.from({ length: 5 }, () => shop.deliver(payload)));
    await shop.subscribe(member);
    await settle();
    expect(await mailsTo(member)).toHaveLength(1);
  });

  it('comes again for the next renewal that fails', async () => {
    const { member, id } = await failedPayer();
    const ends = [graceEnd(id)];
    shop.stripe.collect(id);
    shop.stripe.renew(id, false);
    await shop.deliverNewest();
    ends.push(graceEnd(id));
    expect((await mailsTo(member)).map(readGraceEnd)).toEqual(ends);
  });

  it('does not come if the renewal was paid before it was reported', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.renew(id, false);
    const late = shop.stripe.events.at(-1) ?? '';
    shop.stripe.collect(id);
    await shop.deliver(late);
    expect(await mailsTo(member)).toEqual([]);
  });

  it('does not ask for money once the days of grace are over', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.renew(id, false);
    await endDaysOfGrace(member, id);
    await shop.deliverNewest();
    expect(await mailsTo(member)).toEqual([]);
    await settle();
    expect((await mailsTo(member)).map(isEnd)).toEqual([true]);
  });

  it('goes to no address that nobody has confirmed', async () => {
    const { member, id } = await shop.payer();
    await shop.test.database
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('user_id', '=', member.userId)
      .execute();
    shop.stripe.renew(id, false);
    await shop.deliverNewest();
    expect((await shop.own(member)).status).toBe('past_due');
    expect(await mailsTo(member)).toEqual([]);
  });

  it('is stored together with the state, or neither is', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.renew(id, false);
    const { database } = shop.test;
    await sql`
      create function refuse_job() returns trigger language plpgsql as
        $$ begin raise 'The server dies.'; end $$;
      create trigger refuse before insert on graphile_worker._private_jobs
        for each row execute function refuse_job();`.execute(database);
    expect(await shop.deliver(shop.stripe.events.at(-1) ?? '')).toBe(500);
    await sql`drop function refuse_job cascade`.execute(database);
    expect((await shop.own(member)).status).toBe('active');
    expect(await mailsTo(member)).toEqual([]);
    await shop.deliverNewest();
    expect(await mailsTo(member)).toHaveLength(1);
  });
});

describe('the mail about a plan that has ended unpaid', () => {
  it('says what holds now, after the days of grace', async () => {
    const { member, id } = await failedPayer();
    await endDaysOfGrace(member, id);
    await settle();
    await settle();
    await shop.deliverNewest();
    const [, text = '', ...others] = await mailsTo(member);
    expect(others).toEqual([]);
    for (const words of ['plan studio', 'Nothing of yours is deleted', '20 GB', '2 GB']) {
      expect(text).toContain(words);
    }
    expect(text).toContain(`\n${PLANS}\n`);
  });

  it.each([
    ['has given up', 'stopCollecting'],
    ['has cancelled it', 'cancel'],
  ] as const)('comes if Stripe %s, also if nothing was reported before', async (_name, end) => {
    const { member, id } = await shop.payer();
    shop.stripe.renew(id, false);
    shop.stripe[end](id);
    for (const payload of shop.stripe.events.slice(-2).reverse()) await shop.deliver(payload);
    await settle();
    expect((await mailsTo(member)).map(isEnd)).toEqual([true]);
  });

  it('comes if the server died after it gave the payment up', async () => {
    const { member, id } = await failedPayer();
    await endDaysOfGrace(member, id);
    shop.stripe.void(id);
    shop.stripe.cancel(id);
    await shop.deliverNewest();
    expect((await mailsTo(member)).map(isEnd)).toEqual([false, true]);
  });

  it('names the limits of a free plan below', async () => {
    const member = await shop.test.signIn();
    await shop.subscribe(member, 'roomy');
    await shop.subscribe(member);
    const id = shop.newest();
    shop.stripe.pay(id);
    await shop.confirm(member);
    shop.stripe.renew(id, false);
    shop.stripe.cancel(id);
    await shop.deliverNewest();
    expect((await mailsTo(member)).at(-1)).toMatch(/5 GB .* 500 MB/s);
  });

  it('does not come if the member cancelled himself', async () => {
    const paid = await shop.payer();
    await shop.ask(paid.member, 'DELETE', 'subscription');
    shop.stripe.cancel(paid.id);
    await shop.deliverNewest();
    expect(await mailsTo(paid.member)).toEqual([]);

    const unpaid = await failedPayer();
    await shop.ask(unpaid.member, 'DELETE', 'subscription');
    await endDaysOfGrace(unpaid.member, unpaid.id);
    await settle();
    expect((await shop.own(unpaid.member)).status).toBe('ended');
    expect((await mailsTo(unpaid.member)).filter(isEnd)).toEqual([]);
  });

  it('does not come for an order that nobody has paid, or an account that was deleted', async () => {
    const member = await shop.test.signIn();
    await shop.subscribe(member);
    shop.stripe.cancel(shop.newest());
    await shop.deliverNewest();
    expect(await mailsTo(member)).toEqual([]);

    const gone = await failedPayer();
    await shop.ask(gone.member, 'DELETE', `/user/${gone.member.userId}`, {});
    expect((await mailsTo(gone.member)).filter(isEnd)).toEqual([]);
  });
});

describe('reports in any order, twice, late and at once', () => {
  const step = fc.constantFrom(...STEP_NAMES, 'failed', 'failed'); // the steps that matter here come more often
  const orders = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 6 });

  /** The minimum set of mails, from the final state at Stripe. */
  function expected(id: string): { failures: string[]; ends: number } {
    const { status, invoice, cancel_at_period_end } = subscriptionAtStripe(shop, id);
    const isOwed = invoice.status === 'open' && invoice.billing_reason === 'subscription_cycle';
    return {
      failures: status === 'past_due' ? [graceEnd(id)] : [],
      ends: status === 'canceled' && isOwed && !cancel_at_period_end ? 1 : 0,
    };
  }

  it('lead to one mail for a renewal, and one for the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        orders,
        fc.boolean(),
        async (steps, at, isAtOnce) => {
          const { member, id } = await shop.payer();
          const reports = await happen(shop, steps, { id, member });
          const chosen = at.map((number) => reports[number % reports.length] ?? '');
          if (isAtOnce) await Promise.all(chosen.map((report) => shop.deliver(report)));
          else for (const report of chosen) await shop.deliver(report);
          const texts = await mailsTo(member);
          const dates = texts.filter(isFailure).map(readGraceEnd);
          expect(new Set(dates).size).toBe(dates.length);
          const { failures, ends } = expected(id);
          expect(dates).toEqual(expect.arrayContaining(failures));
          expect(texts.filter(isEnd)).toHaveLength(ends);
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 10) },
    );
  });
});
