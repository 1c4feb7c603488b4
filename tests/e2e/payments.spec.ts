import { GOOD_CARD } from '../../server/tests/helpers/fake-stripe-script.ts';
import { signUp } from './account.ts';
import { expectStarted } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';
import { PlayerObject } from './pages/player.ts';
import { field, pay } from './shop.ts';

test('a member subscribes, cancels and keeps a plan, and sound continues', {
  tag: '@smoke',
}, async ({ page, product, stripe, watch }) => {
  await signUp(page, product);
  await page.goto(`${product.site}/show/field-notes-on-sound`);
  await expectStarted(page);
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

const NETWORK =
  'A network error has occurred. Check your internet connection and please try again.';

test('a free plan needs no card, and a payment that cannot begin, or whose confirmation is lost, is neither lost nor made twice', async ({
  page,
  product,
  stripe,
}) => {
  await signUp(page, product);
  await page.goto(`${product.site}/plans/subscribe/free`);
  await page.getByRole('button', { name: 'Take this plan' }).click();
  await expect(page.getByText('This plan costs nothing.')).toBeVisible();
  await page.goto(`${product.site}/plans/subscribe/studio`);
  await expect(pay(page)).toBeEnabled();
  await field(page).fill(GOOD_CARD);
  await page.route('**/intents?*', (route) => route.abort());
  await pay(page).click();
  await expect(page.getByText(NETWORK)).toBeVisible();
  await page.unroute('**/intents?*');
  let lost = 0;
  await page.route('**/intents/confirmed*', async (route) => {
    lost += 1;
    if (lost === 1) await route.abort();
    else await route.continue();
  });
  await pay(page).click();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  const id = stripe.subscriptions.at(-1)?.id ?? '';
  expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(1);
  expect(lost).toBe(2);
});

test("a card field that is blocked or hangs is explained and tried again, and Stripe's script stays in its frame", async ({
  page,
  product,
  stripe,
}) => {
  await page.clock.install();
  await signUp(page, product);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(stripe.env.STRIPE_URL ?? '')) asked.push(request.frame().url());
  });
  const failed = page.getByText(/card field could not be loaded/);
  await page.route('**/stripe.js', (route) => route.abort());
  await page.goto(`${product.site}/plans/subscribe/studio`);
  await expect(failed).toBeVisible();

  await page.unroute('**/stripe.js');
  await page.route('**/stripe.js', () => {}); // never answered
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toBeHidden();
  await expect(page.frameLocator('iframe[title="Card"]').locator('#card')).toBeAttached();
  await page.clock.fastForward(20_000);
  await expect(failed).toBeVisible();
  await expect(page.getByRole('link', { name: 'Possible reasons' })).toHaveAttribute(
    'href',
    '/payment/card/error',
  );

  await page.unroute('**/stripe.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await field(page).fill(GOOD_CARD);
  await expect(pay(page)).toBeEnabled();
  for (const url of asked) expect(url).not.toContain('/plans/');
  expect(await page.content()).not.toContain('sk_test');
});
