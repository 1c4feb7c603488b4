import { GOOD_CARD } from '../../server/tests/helpers/fake-stripe-script.ts';
import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { expect, field, pay, test } from './shop.ts';

test('a payment whose confirmation is lost is neither lost nor made twice', async ({
  page,
  product,
  stripe,
}) => {
  await signUp(page, product);
  await page.goto(`${product.site}/plans/subscribe/studio`);
  await expect(pay(page)).toBeEnabled();
  let lost = 0;
  await page.route('**/intents/confirmed*', async (route) => {
    lost += 1;
    if (lost === 1) await route.abort();
    else await route.continue();
  });
  await field(page).fill(GOOD_CARD);
  await pay(page).click();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  const id = stripe.subscriptions.at(-1)?.id ?? '';
  expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(1);
  expect(lost).toBe(2);
});

test('an order that broke off says what has become of it, and leads on', async ({
  page,
  product,
}) => {
  await page.goto(`${product.site}/payment/card/error`);
  await expect(page.getByText('A program in your browser blocks Stripe')).toBeVisible();
  await signUp(page, product);
  await page.goto(`${product.site}/plans/subscribe/studio`);
  await expect(pay(page)).toBeEnabled();
  await field(page).fill('4000000000000002');
  await pay(page).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();

  // Stripe's own pages send payers back like this.
  await page.goto(`${product.site}/plans/subscribe/studio?redirect_status=failed`);
  await expect(page).toHaveURL(`${product.site}/payment/checkout/subscribe/error`);
  await expect(page.getByText('No payment for Studio has arrived.')).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'Pay now' }).click();
  await expect(pay(page)).toBeEnabled();

  await page.goto(`${product.site}/cms/settings/plan-and-billing`);
  await page.getByRole('button', { name: 'Give up the order' }).click();
  await expect(page.getByText('Your plan has ended.')).toBeVisible();
  await page.goto(`${product.site}/payment/checkout/subscribe/error`);
  await expect(page.getByText('you were not charged')).toBeVisible();
});

test("Stripe's script that hangs is given up, and the page says what helps", async ({
  page,
  product,
}) => {
  await page.clock.install();
  await signUp(page, product);
  await page.route('**/stripe.js', () => {}); // never answered
  await page.goto(`${product.site}/plans/subscribe/studio`);
  await expect(page.frameLocator('iframe[title="Card"]').locator('#card')).toBeAttached();
  await page.clock.fastForward(20_000);
  await expect(page.getByText(/card field could not be loaded/)).toBeVisible();
  await page.getByRole('link', { name: 'What may have happened' }).click();
  await expect(page).toHaveURL(`${product.site}/payment/card/error`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of a plan says what it needs', async ({ page, product }) => {
    await signUp(page, product);
    await page.goto(`${product.site}/plans/subscribe/studio`);
    await expect(page.getByText('Paying by card needs JavaScript')).toBeVisible();
    await page.getByRole('link', { name: 'What may have happened' }).click();
    await expect(page).toHaveURL(`${product.site}/payment/checkout/subscribe/error`);
    await expect(page.getByText('JavaScript is off in your browser.')).toBeVisible();
  });
});
