import { expect, test } from './product.ts';

test.use({ serverEnv: { SIGNUP: 'closed' } });

test('nothing leads to the signup, and its page says why', async ({ page, product }) => {
  await page.goto(`${product.site}/login`);
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
  await page.goto(`${product.site}/signup`);
  await expect(page.getByText('This host takes no new accounts.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});
