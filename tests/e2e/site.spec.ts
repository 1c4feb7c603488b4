import type { Page } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

test('playback continues while the listener navigates, also with Back and Forward', {
  tag: ['@smoke', '@firefox'],
}, async ({ page, product, watch }) => {
  await page.goto(product.site);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(2);

  const goesOn = async () => {
    const before = await player.currentTime();
    await player.expectPast(before + 0.2);
    expect(await player.isPaused()).toBe(false);
    expect(await page.evaluate(() => 'untouched' in window)).toBe(true);
  };
  const heading = (name: string) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }).click();
  await heading('Why rooms sing');
  await goesOn();
  await page.getByRole('main').getByRole('link', { name: 'Field Notes on Sound' }).click();
  await heading('Field Notes on Sound');
  await goesOn();
  await page.goBack();
  await heading('Why rooms sing');
  await goesOn();
  await page.goForward();
  await heading('Field Notes on Sound');
  await goesOn();
  expect(await page.title()).toBe('▶ Why rooms sing');

  await player.expectHalf(191.87);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Pause/ })
    .first()
    .click();
  await expect.poll(() => player.isPaused()).toBe(true);
  expect(watch.complaints).toEqual([]);
});

test('a visitor loads each picture in one size, and nothing of push', { tag: '@smoke' }, async ({
  page,
  product,
  watch,
}) => {
  const addresses: string[] = [];
  page.on('websocket', (socket) => addresses.push(socket.url()));
  page.on('request', (request) => addresses.push(request.url()));
  const sizes = new Map<string, string[]>();
  page.on('request', (request) => {
    const [, hash, size] = /media\/images\/([0-9a-f]{64})\/(.*)/.exec(request.url()) ?? [];
    if (hash && size) sizes.set(hash, [...(sizes.get(hash) ?? []), size]);
  });
  await page.goto(`${product.site}/user/mara-lindqvist/why-rooms-sing`, {
    waitUntil: 'networkidle',
  });
  expect([...sizes.values()]).toEqual([['320.webp']]);
  expect(addresses.filter((address) => /open-push|\/app\//.test(address))).toEqual([]);
  expect(watch.complaints).toEqual([]);
});

test('the keyboard plays and pauses, and a click on a chapter plays from its start', {
  tag: '@smoke',
}, async ({ page, product }) => {
  await page.goto(`${product.site}/user/mara-lindqvist/why-rooms-sing`);
  const player = new PlayerObject(page);
  await player.play().focus();
  await page.keyboard.press('Enter');
  await player.expectPast(0.3);
  await page.keyboard.press('Space');
  await expect.poll(() => player.isPaused()).toBe(true);
  await page.getByRole('button', { name: /^Play from 1:41/ }).click();
  await player.expectPast(101.4);
});

test.describe('a plain button with the data of an episode', () => {
  /** Inserts the button, as show notes would contain it, into the element that `where` selects. */
  const insert = (page: Page, where: string, data: Record<string, string>) =>
    page.locator(where).evaluate((parent, data) => {
      const button = document.createElement('button');
      for (const [name, value] of Object.entries(data)) button.setAttribute(name, value);
      button.textContent = 'Hear it';
      parent.append(button);
    }, data);
  const dataOf = (page: Page) =>
    page.getByRole('button', { name: /^Play Why rooms sing/ }).evaluate((button) => ({
      'data-episode_id': button.getAttribute('data-episode_id') ?? '',
      'data-station_url': button.getAttribute('data-station_url') ?? '',
    }));

  test('plays and pauses by mouse and keyboard, and stays correct after navigation and in its range', async ({
    page,
    product,
    watch,
  }) => {
    await page.goto(product.site);
    const data = await dataOf(page);
    await insert(page, 'main', data);
    const button = page.getByRole('button', { name: 'Hear it' });
    const player = new PlayerObject(page);
    await expect(button).toHaveAttribute('data-face', 'play');
    await button.click();
    await player.expectPast(0.5);
    await expect(button).toHaveAttribute('data-face', 'pause');
    await button.press('Space');
    await expect.poll(() => player.isPaused()).toBe(true);
    await expect(button).toHaveAttribute('data-face', 'play');
    await button.press('Enter');
    await expect.poll(() => player.isPaused()).toBe(false);

    await page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why rooms sing');
    await expect(button).toHaveCount(0);
    await insert(page, 'main article', data);
    await expect(button).toHaveAttribute('data-face', 'pause');
    await button.click();
    await expect.poll(() => player.isPaused()).toBe(true);

    const range = { 'data-offset_start': '100', 'data-offset_end': '101' };
    await button.evaluate((element) => element.remove());
    await insert(page, 'main article', { ...data, ...range });
    await button.click();
    await expect(button).toHaveAttribute('data-face', 'pause');
    await player.expectPast(100.2);
    await expect(button).toHaveAttribute('data-face', 'play');
    await expect.poll(() => player.isPaused()).toBe(true);
    expect(watch.complaints).toEqual([]);
  });
});

/** Public pages that no other test checks with axe-core. */
const PAGES = ['/podcasts', '/user/mara-lindqvist', '/terms', '/plans', '/login/reset', '/report'];

test('public pages pass axe-core', { tag: '@smoke' }, async ({ page, product }) => {
  for (const path of PAGES) {
    await page.goto(product.site + path);
    await expectNoViolation(page);
  }
});
