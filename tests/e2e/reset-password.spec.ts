import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { expect, type Product, test } from './product.ts';

const run = promisify(execFile);

/** The link that a mail would bring, from the host's own command. */
async function resetLink({ env }: Product, email: string): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['build/server/admin.js', 'user', 'reset-password', '--user', email],
    { env: { ...process.env, DATABASE_URL: '', ...env } },
  );
  const [link = ''] = /http\S+token=[\w-]+/.exec(stdout) ?? [];
  const { pathname, search } = new URL(link);
  return pathname + search;
}

test('a forgotten password is replaced by the link of a mail, which works once', async ({
  page,
  product,
}) => {
  const account = await signUp(page, product);
  await page.context().clearCookies();
  await page.goto(`${product.site}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expectNoViolation(page);
  await page.getByLabel('E-mail address').fill(account.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();

  const link = await resetLink(product, account.email);
  await page.goto(product.site + link);
  await page.getByLabel('Password').fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('At least 8 characters');
  await expectNoViolation(page);
  await page.getByLabel('Password').fill('a new horse battery');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeVisible();

  await page.goto(product.site + link);
  await expect(page.getByText('It was used already')).toBeVisible();
  await expect(page.getByLabel('E-mail address')).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill('a new horse battery');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.site}/home`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, locale: 'it-IT' });

  test('a link that was not copied whole says so', async ({ page, product }) => {
    await page.goto(`${product.site}/login/reset?token=x`);
    await expect(page.getByText('non è stato copiato per intero')).toBeVisible();
    await page.getByLabel('Indirizzo e-mail').fill('nobody@mail.test');
    await page.getByRole('button', { name: 'Inviami un link' }).click();
    await expect(page.getByRole('heading', { name: 'Guarda nella tua posta' })).toBeVisible();
    await page.goto(`${product.site}/login/verify?token=x`);
    await page.getByRole('link', { name: 'Alle impostazioni' }).click();
    await expect(page).toHaveURL(`${product.site}/login?redirect=%2Faccount%2Fsettings`);
  });
});
