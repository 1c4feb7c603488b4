import { newEmail } from './account.ts';
import { expect, test } from './product.ts';

test.use({ serverEnv: { SIGNUP: 'invite' } });

test('the form asks for the invite, and an address may bring it along', async ({
  page,
  product,
}) => {
  await page.goto(`${product.site}/signup?invite=made-up`);
  await expect(page.getByLabel('Invitation code')).toHaveValue('made-up');
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('E-mail address').fill(newEmail());
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Invitation code')).toBeFocused();
  await expect(page.getByText(/is not valid/)).toBeVisible();
});
