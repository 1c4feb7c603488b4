import type { BrowserContext, Page } from '@playwright/test';
import { expectStarted } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

test.use({ serviceWorkers: 'allow' });

/** Opens a page and waits until the worker answers for the next one. */
async function openWithWorker(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Opens an address in a tab without a network. */
async function openOffline(context: BrowserContext, page: Page, address: string): Promise<void> {
  await context.setOffline(true);
  await page.goto(address);
}

const LANGUAGES = [
  ['en', 'ltr', 'You seem to be offline', 'Try again'],
  ['it', 'ltr', 'Sembra che tu sia offline', 'Riprova'],
  ['ar', 'rtl', 'يبدو أنك غير متصل بالإنترنت', 'حاول مرة أخرى'],
] as const;

for (const [locale, direction, title, retry] of LANGUAGES) {
  test.describe(locale, () => {
    test.use({ locale });

    test('a page that cannot be reached says so, and comes with "Try again"', async ({
      page,
      context,
      product,
    }) => {
      await openWithWorker(page, product.site);
      await openOffline(context, page, `${product.site}/user/mara-lindqvist/why-rooms-sing`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoViolation(page);
      }
      await page.getByRole('link', { name: retry }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await context.setOffline(false);
      await page.getByRole('link', { name: retry }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Why rooms sing' })).toBeVisible();
    });
  });
}

test('another language of the site is that of the page offline', async ({
  page,
  context,
  product,
}) => {
  await openWithWorker(page, product.site);
  await page.goto(`${product.site}/lang/it`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  const address = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL);
  await expect.poll(address).toContain('c=it');
  await openOffline(context, page, product.site);
  await expect(page.getByRole('heading', { name: 'Sembra che tu sia offline' })).toBeVisible();
  await context.setOffline(false);
  await context.clearCookies();
});

test('sound, the API and the player pass the worker by, and sound in another tab goes on', async ({
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
  await player.expectPast(2);
  expect(byWorker).toEqual([]);
});

test('in-page navigation offline says that the page did not load, and the sound stays', async ({
  page,
  context,
  product,
}) => {
  await openWithWorker(page, product.site);
  await expectStarted(page);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.5);
  await context.setOffline(true);
  await page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }).click();
  await expect(page.getByText('Unable to load the requested page')).toBeVisible();
  await player.expectPast(1);
});

test('the worker keeps no cache, and may be stored only after asking again', async ({
  page,
  product,
}) => {
  await openWithWorker(page, product.site);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  const answer = await page.request.get(`${product.site}/sw.js?c=en`);
  expect(answer.headers()['cache-control']).toContain('no-cache');
  expect(answer.headers()['content-type']).toContain('text/javascript');
});
