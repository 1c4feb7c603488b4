import type { BrowserContext, Page } from '@playwright/test';
import { expectStarted } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

test.use({ serviceWorkers: 'allow' });

/** Opens a page and waits until the worker controls the next one. */
async function openWithWorker(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Opens an address in a tab without a network. */
async function openOffline(context: BrowserContext, page: Page, address: string): Promise<void> {
  await context.setOffline(true);
  await page.goto(address);
}

test.describe('for a reader of Arabic', () => {
  test.use({ locale: 'ar' });

  test('a page that cannot be reached says so in the language of the site, with "Try again"', async ({
    page,
    context,
    product,
  }) => {
    await openWithWorker(page, product.site);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    const episode = `${product.site}/user/mara-lindqvist/why-rooms-sing`;
    const title = page.getByRole('heading', { level: 1, name: 'يبدو أنك غير متصل بالإنترنت' });
    const retry = page.getByRole('link', { name: 'حاول مرة أخرى' });
    await openOffline(context, page, episode);
    await expect(title).toBeVisible();
    await expect(page.locator('html[lang=ar][dir=rtl]')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoViolation(page);
    }
    await retry.click();
    await expect(title).toBeVisible();
    await context.setOffline(false);
    await retry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Why rooms sing' })).toBeVisible();

    await page.goto(`${product.site}/lang/it`);
    const address = () =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL,
      );
    await expect.poll(address).toContain('c=it');
    await openOffline(context, page, product.site);
    await expect(page.getByRole('heading', { name: 'Sembra che tu sia offline' })).toBeVisible();
    await context.setOffline(false);
    await context.clearCookies();
  });
});

test('the worker leaves sound, API and player alone, and sound continues offline', async ({
  page,
  context,
  product,
}) => {
  await openWithWorker(page, product.site);
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await expectStarted(page);
  const byWorker: string[] = [];
  page.on('response', (response) => {
    if (response.fromServiceWorker()) byWorker.push(response.url());
  });
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(1);
  await page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Why rooms sing' })).toBeVisible();
  const framed = await context.newPage();
  await framed.goto(`${product.site}/player?episode_id=1`);
  await openOffline(context, framed, `${product.site}/explore`);
  await expect(framed.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible();
  expect(byWorker).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Field Notes on Sound' }).first().click();
  await expect(page.getByText('Unable to load the requested page')).toBeVisible();
  await player.expectPast((await player.currentTime()) + 0.5);
});
