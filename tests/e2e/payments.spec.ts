import { GOOD_CARD, NEEDS_PROOF } from '../../server/tests/helpers/fake-stripe-script.ts';
import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, field, inDialog, pay, test } from './shop.ts';

test('a member subscribes, cancels and keeps a plan, and sound goes on', async ({
  page,
  product,
  stripe,
  watch,
}) => {
  await signUp(page, product);
  await page.goto(`${product.site}/show/field-notes-on-sound`);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.5);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/plans' });
    document.querySelector('main')?.append(link);
    link.click();
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plans');
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'Choose Studio' }).click();

  await expect(pay(page)).toBeEnabled();
  await expectNoViolation(page);
  await pay(page).click();
  await expect(page.getByText('Please fill in your card.')).toBeVisible();
  await field(page).fill('no card');
  await expect(page.getByRole('alert').getByText('Your card number is invalid.')).toBeVisible();

  await field(page).fill('4000000000000002');
  await pay(page).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  const id = stripe.subscriptions.at(-1)?.id ?? '';
  expect(stripe.charges).not.toContain(id);

  await field(page).fill(GOOD_CARD);
  await pay(page).click();
  await expect(page).toHaveURL(`${product.site}/cms/settings/plan-and-billing`);
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  await expectNoViolation(page);
  expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(1);

  await page.getByRole('button', { name: 'Cancel the plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click();
  await expect(page.getByText(/^Ends on/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep the plan' }).click();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  expect(await player.isPaused()).toBe(false);
  expect(watch.complaints).toEqual([]);
});

test('a bank that asks who pays gets its answer, also a wrong one', async ({
  page,
  product,
  stripe,
}) => {
  await signUp(page, product);
  await page.goto(`${product.site}/plans/subscribe/studio`);
  await expect(pay(page)).toBeEnabled();
  await field(page).fill(NEEDS_PROOF);
  await pay(page).click();
  await inDialog(page, 'Fail authentication').click();
  await expect(page.getByText('We are unable to authenticate your payment method.')).toBeVisible();
  await pay(page).click();
  await inDialog(page, 'Complete authentication').click();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  const id = stripe.subscriptions.at(-1)?.id ?? '';
  expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(1);
});

test("the card field that is blocked says so, and Stripe's script stays in its frame", async ({
  page,
  product,
  stripe,
}) => {
  await signUp(page, product);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(stripe.env.STRIPE_URL ?? '')) asked.push(request.frame().url());
  });
  await page.route('**/stripe.js', (route) => route.abort());
  await page.goto(`${product.site}/plans/subscribe/studio`);
  await expect(page.getByText(/card field could not be loaded/)).toBeVisible();
  await page.unroute('**/stripe.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await field(page).fill(GOOD_CARD);
  await expect(pay(page)).toBeEnabled();
  for (const url of asked) expect(url).not.toContain('/plans/');
  expect(await page.content()).not.toContain('sk_test');
});

test('a free plan needs no card, and a visitor logs in first', async ({ page, product }) => {
  await page.goto(`${product.site}/plans`);
  await page.getByRole('link', { name: 'Choose Free' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await signUp(page, product);
  await page.goto(`${product.site}/plans/subscribe/free`);
  await page.getByRole('button', { name: 'Take this plan' }).click();
  await expect(page.getByText('This plan costs nothing.')).toBeVisible();
  await page.goto(`${product.site}/plans`);
  await expect(page.getByRole('link', { name: 'Your plan' })).toBeVisible();
});
