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
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url());
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

test('the keyboard plays and pauses, also by a button in the notes, and a chapter plays from its start', {
  tag: '@smoke',
}, async ({ page, product }) => {
  await page.goto(`${product.site}/user/mara-lindqvist/why-rooms-sing`);
  const player = new PlayerObject(page);
  await player.play().focus();
  await page.keyboard.press('Enter');
  await player.expectPast(0.3);
  await page.keyboard.press('Space');
  await expect.poll(() => player.isPaused()).toBe(true);
  // Notes may contain a plain button with the data of an episode.
  await page
    .getByRole('button', { name: /^Play Why rooms sing/ })
    .first()
    .evaluate((known) => {
      const button = document.createElement('button');
      for (const name of ['data-episode_id', 'data-station_url'])
        button.setAttribute(name, known.getAttribute(name) ?? '');
      button.textContent = 'Hear it';
      document.querySelector('main article')?.append(button);
    });
  const plain = page.getByRole('button', { name: 'Hear it' });
  await plain.press('Enter');
  await expect(plain).toHaveAttribute('data-face', 'pause');
  await plain.press('Space');
  await expect.poll(() => player.isPaused()).toBe(true);
  await page.getByRole('button', { name: /^Play from 1:41/ }).click();
  await player.expectPast(101.4);
});

/** Public pages that no other test checks with axe-core. */
const PAGES = ['/plans', '/login/reset', '/report'];

test('public pages pass axe-core', { tag: '@smoke' }, async ({ page, product }) => {
  for (const path of PAGES) {
    await page.goto(product.site + path);
    await expectNoViolation(page);
  }
});
