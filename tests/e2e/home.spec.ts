import type { Page } from '@playwright/test';
import { type Account, signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { expect, type Product, test } from './product.ts';

const main = (page: Page) => page.getByRole('main');
const section = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function put(page: Page, { site }: Product, { token, user_id }: Account, path: string) {
  const answer = await page.request.put(`${site}/api/v2/users/${user_id}/${path}`, {
    headers: { Authorization: `Bearer ${token}` },
    data: {},
  });
  expect(answer.status()).toBe(200);
}

async function findSample(page: Page, { site }: Product) {
  const found = await (await page.request.get(`${site}/api/v2/search?q=rooms+sing`)).json();
  return found.response.episodes[0] as { episode_id: number; show_id: number; user_id: number };
}

test('a new listener lands on her page, which suggests shows, and then has what she follows', async ({
  page,
  product,
  watch,
}) => {
  const account = await signUp(page, product, 'Noor Haddad');
  await page.context().clearCookies();
  await page.goto(`${product.site}/login`);
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.site}/home`);
  await expect(section(page, 'Welcome back, Noor Haddad')).toBeVisible();
  await expect(section(page, 'Shows to begin with')).toBeVisible();
  await expectNoViolation(page);

  await main(page).getByRole('link', { name: 'Field Notes on Sound' }).first().click();
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Noor Haddad' }).click();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(section(page, 'New for you')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Why rooms sing' })).toBeVisible();
  await expect(section(page, 'Shows to begin with')).toHaveCount(0);
  await expectNoViolation(page);

  await page.getByRole('link', { name: 'All followed shows' }).click();
  await expect(page).toHaveURL(`${product.site}/user/${account.permalink}?tab=favorites`);
  await page.goto(product.site);
  await expect(section(page, 'New from what you follow')).toBeVisible();
  await expect(page.getByText('Listen here.')).toHaveCount(0);
  expect(watch.complaints).toEqual([]);
});

test('the page of a listener goes on where he was', async ({ page, product }) => {
  const account = await signUp(page, product);
  const { episode_id, user_id } = await findSample(page, product);
  await put(page, product, account, `followings/${user_id}`);
  await put(page, product, account, `likes/${episode_id}`);
  await page.addInitScript((id) => {
    localStorage.setItem('earshot.positions', JSON.stringify([[id, 90, 192, 0]]));
  }, episode_id);
  await page.goto(`${product.site}/home`);
  const shelf = page.getByRole('region', { name: 'Continue listening' });
  await expect(shelf.getByRole('link', { name: 'Why rooms sing' })).toBeVisible();
  await expect(section(page, 'Favourites')).toBeVisible();
});

test('a visitor is sent to the login, and from there back', async ({ page, product }) => {
  const account = await signUp(page, product);
  await page.context().clearCookies();
  await page.goto(`${product.site}/home`);
  await expect(page).toHaveURL(`${product.site}/login?redirect=%2Fhome`);
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.site}/home`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, locale: 'it-IT' });

  test('the page of a listener is whole, in his language', async ({ page, product }) => {
    const account = await signUp(page, product);
    const { show_id } = await findSample(page, product);
    await put(page, product, account, `favorites/${show_id}`);
    await page.goto(`${product.site}/home`);
    await expect(section(page, 'Novità per te')).toBeVisible();
    await main(page).getByRole('link', { name: 'Why rooms sing' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Why rooms sing' })).toBeVisible();
  });
});
