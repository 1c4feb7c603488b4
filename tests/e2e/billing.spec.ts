import type { Page } from '@playwright/test';
import type { FakeStripe } from '../../server/tests/helpers/fake-stripe.ts';
import { GOOD_CARD, NEEDS_PROOF } from '../../server/tests/helpers/fake-stripe-script.ts';
import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';
import type { Product } from './product.ts';
import { field, inDialog, pay } from './shop.ts';

const NOT_PROVED = 'We are unable to authenticate your payment method.';
const DECLINED = '4000000000000002';

/** Signs up and subscribes to Studio. Returns the id of the subscription at Stripe. */
async function subscribe(
  page: Page,
  product: Product,
  stripe: FakeStripe,
  card = GOOD_CARD,
): Promise<string> {
  await signUp(page, product);
  await page.goto(`${product.site}/plans/subscribe/studio`);
  await expect(pay(page)).toBeEnabled();
  await field(page).fill(card);
  await pay(page).click();
  if (card === NEEDS_PROOF) {
    await inDialog(page, 'Fail authentication').click();
    await expect(page.getByText(NOT_PROVED)).toBeVisible();
    await pay(page).click();
    await inDialog(page, 'Complete authentication').click();
  }
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  return stripe.subscriptions.at(-1)?.id ?? '';
}

const plan = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a member changes the plan, sees first what it costs, and pays with another card if one is refused', async ({
  page,
  product,
  stripe,
  watch,
}) => {
  const id = await subscribe(page, product, stripe);
  await page.getByRole('link', { name: 'Change the plan' }).click();
  await page.getByRole('link', { name: 'Change the plan to Label' }).click();
  await expect(page.getByText('You pay €20.00 now')).toBeVisible();
  await expect(page.getByText('Visa ending in 4242, valid until 12/2034')).toBeVisible();
  await expectNoViolation(page);
  stripe.replaceCard(id, DECLINED);
  await button(page, 'Change the plan').click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await expectNoViolation(page);
  await field(page).fill(GOOD_CARD);
  await button(page, 'Pay now').click();
  await expect(plan(page, 'Label')).toBeVisible();
  expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(2);

  await page.goto(`${product.site}/plans/subscribe/studio`);
  await expect(page.getByText('€20.00 is credited to your next invoices.')).toBeVisible();
  await button(page, 'Change the plan').click();
  await expect(plan(page, 'Studio')).toBeVisible();
  await page.goto(`${product.site}/plans/subscribe/free`);
  await expect(page.getByRole('alert').getByText('Cancel yours first.')).toBeVisible();
  await expect(button(page, 'Change the plan')).toBeDisabled();
  // Chromium writes every refusal of the server into its console.
  expect(watch.complaints.filter((text) => !/40[29]/.test(text))).toEqual([]);
});

test('a bank that asks at the order or at the change is answered in the page, also wrongly', async ({
  page,
  product,
  stripe,
}) => {
  const id = await subscribe(page, product, stripe, NEEDS_PROOF);
  expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(1);
  await page.goto(`${product.site}/plans/subscribe/label`);
  await button(page, 'Change the plan').click();
  await inDialog(page, 'Fail authentication').click();
  await expect(page.getByText(NOT_PROVED)).toBeVisible();

  // The change is pending, also on the page of the plan, and can be cancelled or paid.
  await page.goto(`${product.site}/cms/settings/plan-and-billing`);
  await expect(page.getByText('The change to Label waits for its payment.')).toBeVisible();
  await page.getByRole('link', { name: 'Pay now' }).click();
  await button(page, 'Change the plan').click();
  await inDialog(page, 'Complete authentication').click();
  await expect(plan(page, 'Label')).toBeVisible();
});

test('a member replaces the card, fills in the details, reads all invoices, and pays a renewal that failed', async ({
  page,
  product,
  stripe,
}) => {
  const id = await subscribe(page, product, stripe);
  await button(page, 'Use another card').click();
  await expect(button(page, 'Save this card')).toBeEnabled();
  await field(page).fill(DECLINED);
  await button(page, 'Save this card').click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await field(page).fill('5555555555554444');
  await button(page, 'Save this card').click();
  await expect(page.getByText(/ending in 4444/)).toBeVisible();

  await button(page, 'Change the details').click();
  await button(page, 'Save').click();
  await expect(page.getByText('is required').first()).toBeVisible();
  await page.getByLabel('Name or company').fill('Ann Reed');
  await page.getByLabel('Street and number').fill('Via Roma 1');
  await page.getByLabel('Town').fill('Roma');
  await page.getByLabel('Country').selectOption({ label: 'Italy' });
  await page.getByLabel('VAT or tax number').fill('12');
  await button(page, 'Save').click();
  await expect(page.getByText('is not a tax number of this country')).toBeVisible();
  await page.getByLabel('VAT or tax number').fill('IT 12345678901');
  await expectNoViolation(page);
  await button(page, 'Save').click();
  await expect(page.getByText('IT12345678901', { exact: true })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Invoice EAR-\d+ as a PDF$/ }).click();
  expect((await download).suggestedFilename()).toMatch(/EAR-\d+\.pdf$/);

  for (let month = 0; month < 24; month += 1) stripe.renew(id, true);
  await page.reload();
  const invoices = page.getByRole('link', { name: /^Invoice EAR-\d+ as a PDF$/ });
  await expect(invoices).toHaveCount(20);
  await button(page, 'Older invoices').click();
  await expect(invoices).toHaveCount(25);
  await expect(button(page, 'Older invoices')).toHaveCount(0);
  const paid = stripe.charges.filter((charged) => charged === id).length;
  stripe.renew(id, false);
  const payload = stripe.events.at(-1) ?? '';
  const headers = { 'content-type': 'application/json', 'stripe-signature': stripe.sign(payload) };
  await fetch(`${product.site}/api/v2/payment/webhooks`, {
    method: 'POST',
    headers,
    body: payload,
  });
  await page.goto(`${product.site}/cms/settings/plan-and-billing`);
  await expect(page.getByText(/^The last payment failed\. You keep the plan until/)).toBeVisible();
  await page.getByRole('link', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for Studio');
  await expect(button(page, 'Pay now')).toBeEnabled();
  await field(page).fill(GOOD_CARD);
  await button(page, 'Pay now').click();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(paid + 1);
});
