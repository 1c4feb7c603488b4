import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

test('a host without payments says so, and how much one may upload', async ({
  page,
  product,
  watch,
}) => {
  await page.goto(`${product.site}/plans`);
  await expect(page.getByText('This host sells no plans')).toBeVisible();
  await expect(page.getByText('One file may have up to 2 GB.')).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('main').getByRole('link', { name: 'About this host' }).click();
  await expect(page).toHaveURL(`${product.site}/page`);

  await page.goto(`${product.site}/plans/subscribe/7`);
  await expect(page.getByText('Nothing was ordered')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Plans of this host' }).click();
  await expect(page).toHaveURL(`${product.site}/plans`);
  expect(watch.complaints).toEqual([]);
});

test('plan and billing is a page for members, and no other page leads there without plans', async ({
  page,
  product,
}) => {
  await page.goto(`${product.site}/cms/settings/plan-and-billing`);
  await expect(page).toHaveURL(
    `${product.site}/login?redirect=%2Fcms%2Fsettings%2Fplan-and-billing`,
  );
  await signUp(page, product);
  await page.goto(`${product.site}/account/settings`);
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Plan/ })).toHaveCount(0);
  await page.goto(`${product.site}/cms/settings/plan-and-billing`);
  await expect(page.getByText('no card of yours is stored')).toBeVisible();
  await expectNoViolation(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, locale: 'it-IT' });

  test('a failed payment is explained, and leads on', async ({ page, product }) => {
    await page.goto(`${product.site}/payment/card/error`);
    await expect(page.getByText('non ha addebitato nulla')).toBeVisible();
    await page.goto(`${product.site}/payment/checkout/subscribe/error`);
    await page.getByRole('link', { name: 'I piani di questo host' }).click();
    await expect(page.getByText('non vende piani')).toBeVisible();
  });
});
