import type { Page } from '@playwright/test';
import { expectStarted } from './alive.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

test('playback continues while the listener navigates, also with Back and Forward', async ({
  page,
  product,
  watch,
}) => {
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

test('a screen of usual density loads each picture in one size', async ({
  page,
  product,
  watch,
}) => {
  const sizes = new Map<string, string[]>();
  page.on('request', (request) => {
    const [, hash, size] = /media\/images\/([0-9a-f]{64})\/(.*)/.exec(request.url()) ?? [];
    if (hash && size) sizes.set(hash, [...(sizes.get(hash) ?? []), size]);
  });
  await page.goto(`${product.site}/user/mara-lindqvist/why-rooms-sing`, {
    waitUntil: 'networkidle',
  });
  expect([...sizes.values()]).toEqual([['320.webp']]);
  expect(watch.complaints).toEqual([]);
});

test('a click on a chapter plays from its start', async ({ page, product }) => {
  await page.goto(`${product.site}/user/mara-lindqvist/why-rooms-sing`);
  await page.getByRole('button', { name: /^Play from 1:41/ }).click();
  await new PlayerObject(page).expectPast(101.4);
});

test('a message appears if a page cannot be loaded', async ({ page, product }) => {
  await page.goto(product.site);
  await expectStarted(page);
  await page.route('**/ajax?*', (route) => route.abort());
  await page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }).click();
  await expect(page.getByText('Unable to load the requested page')).toBeVisible();
});

test('the keyboard plays and pauses', async ({ page, product }) => {
  await page.goto(`${product.site}/user/mara-lindqvist/why-rooms-sing`);
  const player = new PlayerObject(page);
  await player.play().focus();
  await page.keyboard.press('Enter');
  await player.expectPast(0.3);
  await page.keyboard.press('Space');
  await expect.poll(() => player.isPaused()).toBe(true);
});

test.describe('a plain button with the data of an episode', () => {
  /** Adds the button as show notes would have it, to the element that `where` selects. */
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

  test('plays and pauses by mouse and keyboard, and stays correct after navigation', async ({
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
    expect(watch.complaints).toEqual([]);
  });

  test('plays its range, and shows Pause only within it', async ({ page, product }) => {
    await page.goto(product.site);
    const range = { 'data-offset_start': '100', 'data-offset_end': '101' };
    await insert(page, 'main', { ...(await dataOf(page)), ...range });
    const button = page.getByRole('button', { name: 'Hear it' });
    await button.click();
    await expect(button).toHaveAttribute('data-face', 'pause');
    const player = new PlayerObject(page);
    await player.expectPast(100.2);
    await expect(button).toHaveAttribute('data-face', 'play');
    await expect.poll(() => player.isPaused()).toBe(true);
  });

  test('shows a notice for a while if the episode is not available', async ({ page, product }) => {
    await page.clock.install();
    await page.goto(product.site);
    const station = `${product.site}/api/v2/episodes/999999`;
    await page.route(`${station}*`, (route) => route.fulfill({ status: 403 }));
    await insert(page, 'main', { 'data-episode_id': '999999', 'data-station_url': station });
    await page.getByRole('button', { name: 'Hear it' }).click();
    const notice = page.getByRole('alert').getByText('This episode is not available');
    await expect(notice).toBeVisible();
    await page.clock.runFor(5_000);
    await expect(notice).toHaveCount(0);
  });

  test('says in the bar that an episode does not exist', async ({ page, product }) => {
    await page.goto(product.site);
    const station = `${product.site}/api/v2/episodes/999999`;
    await insert(page, 'main', { 'data-episode_id': '999999', 'data-station_url': station });
    await page.getByRole('button', { name: 'Hear it' }).click();
    await expect(page.getByText('There is no such episode.')).toBeVisible();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page has its content and working links', async ({ page, product }) => {
    await page.goto(product.site);
    await page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why rooms sing');
    await expect(page.locator('audio[controls]')).toBeVisible();
  });
});

test('a click on a link asks for nothing more if a mouse has rested on it', async ({
  page,
  product,
}) => {
  await page.goto(product.site);
  await expectStarted(page);
  const link = page.getByRole('main').getByRole('link', { name: 'Field Notes on Sound' }).first();
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/ajax') asked += 1;
  });
  const loaded = page.waitForResponse((response) => response.url().includes('/ajax?'));
  await link.hover();
  await (await loaded).finished();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Field Notes on Sound' })).toBeVisible();
  expect(asked).toBe(1);
});
