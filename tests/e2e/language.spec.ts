import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

/** The tests of other pages expect no cookie but that of a login. */
test.afterEach(({ context }) => context.clearCookies());

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a reader chooses a language and stays on the page', async ({ page, product }) => {
      await page.goto(`${product.site}/show/field-notes-on-sound?q=snow`);
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('link', { name: 'Italiano' }).click();
      await expect(page).toHaveURL(`${product.site}/show/field-notes-on-sound?q=snow`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'it');
      await page.getByRole('banner').getByRole('link', { name: 'Accedi' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accedi');
      await page.getByLabel('Indirizzo e-mail').fill('nobody@mail.test');
      await page.getByLabel('Password').fill('x');
      await page.getByRole('button', { name: 'Accedi' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accedi');
      await footer.getByRole('link', { name: 'English' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    });
  });
}

test('the texts of the host take the place of the general ones', async ({ page, product }) => {
  await page.goto(product.site);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
  await expect(page.getByText('What you publish stays yours.')).toBeVisible();
  await expectNoViolation(page);
  const folder = join(product.env.DATA_DIR, 'pages');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'terms.md'), '# Be kind\n\nAnd <img src=x onerror=alert(1)> calm.');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Be kind');
  await expect(page.locator('main img')).toHaveCount(0);
  await expectNoViolation(page);
});
