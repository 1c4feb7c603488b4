import type { Page } from '@playwright/test';
import { signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

const main = (page: Page) => page.getByRole('main');
const section = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('a new listener lands on a page that suggests shows, and then has what they follow and heard', {
  tag: '@smoke',
}, async ({ page, product, watch }) => {
  const account = await signUp(page, product, 'Noor Haddad');
  await page.context().clearCookies();
  await page.goto(`${product.site}/login`);
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.site}/home`);
  await expect(section(page, 'Welcome, Noor Haddad')).toBeVisible();
  await expect(section(page, 'Shows to start with')).toBeVisible();
  await expectNoViolation(page);

  await main(page).getByRole('link', { name: 'Field Notes on Sound' }).first().click();
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Noor Haddad' }).click();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(section(page, 'New for you')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Why rooms sing' })).toBeVisible();
  await expect(section(page, 'Shows to start with')).toHaveCount(0);
  await expectNoViolation(page);

  await page.getByRole('link', { name: 'All followed shows' }).click();
  await expect(page).toHaveURL(`${product.site}/user/${account.permalink}?tab=favorites`);
  await page.goto(product.site);
  const shelf = page.getByRole('region', { name: 'Continue listening' });
  await expect(shelf).toHaveCount(0);
  await page.evaluate(async () => {
    const { response } = await (await fetch('/api/v2/search?q=rooms+sing')).json();
    const place = [response.episodes[0].episode_id, 90, 192, 0];
    localStorage.setItem('earshot.positions', JSON.stringify([place]));
  });
  await page.goto(`${product.site}/home`);
  await expect(shelf.getByRole('link', { name: 'Why rooms sing' })).toBeVisible();
  await page.goto(product.site);
  await expect(section(page, 'New from what you follow')).toBeVisible();
  await expect(page.getByText('Listen here.')).toHaveCount(0);
  expect(watch.complaints).toEqual([]);
});
