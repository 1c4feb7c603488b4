import { expectStarted } from './alive.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';

/** Other tests run beside this one, and a busy browser stops late. The tests of precision measure alone. */
async function expectEnd(player: PlayerObject, seconds: number): Promise<void> {
  const overrun = (await player.currentTime()) - seconds;
  expect(overrun).toBeGreaterThan(-0.05);
  expect(overrun).toBeLessThan(0.5);
}

for (const [address, label, from] of [
  ['?t=1m40s', 'Play from 1:40', 100],
  ['#t=npt:0:01:00', 'Play from 1:00', 60],
] as const) {
  test(`Play begins at the moment of the address ${address}`, async ({ page, product, watch }) => {
    await page.goto(product.site + EPISODE + address);
    await expect(page.getByRole('button', { name: label, exact: true })).toBeVisible();
    const player = new PlayerObject(page);
    await player.play(/^Play Why rooms sing/).click();
    await player.expectPast(from + 0.3);
    expect(await player.currentTime()).toBeLessThan(from + 20);
    await expect(page.getByRole('main').getByRole('button', { name: /^Pause/ })).toBeVisible();
    expect(watch.complaints).toEqual([]);
  });
}

test('a part of the address plays alone, and again', async ({ page, product }) => {
  await page.goto(`${product.site}${EPISODE}#t=60,61.5`);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await expect.poll(() => player.isPaused()).toBe(false);
  await expect.poll(() => player.isPaused()).toBe(true);
  await expectEnd(player, 61.5);
  await page.getByRole('button', { name: 'Play 1:00 to 1:01', exact: true }).click();
  await expect.poll(() => player.isPaused()).toBe(false);
  expect(await player.currentTime()).toBeLessThan(61.5);
});

test('a link within the site keeps the moment in its fragment, and Back and Forward as well', async ({
  page,
  product,
}) => {
  await page.goto(product.site);
  await expectStarted(page);
  await page.evaluate((href) => {
    Object.assign(window, { untouched: true });
    const link = document.createElement('a');
    document.body.append(Object.assign(link, { href, textContent: 'Part' }));
  }, `${EPISODE}#t=60,90`);
  await page.getByRole('link', { name: 'Part' }).click();
  const part = page.getByRole('button', { name: 'Play 1:00 to 1:30', exact: true });
  await expect(part).toBeVisible();
  await expect(page).toHaveURL(`${product.site}${EPISODE}#t=60,90`);
  await page.goBack();
  await expect(page).toHaveURL(`${product.site}/`);
  await page.goForward();
  await expect(part).toBeVisible();
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(60.3);
  expect(await player.currentTime()).toBeLessThan(80);
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true);
});

test('a part survives a reload, and the button of the page goes on with it', async ({
  page,
  product,
}) => {
  for (const address of ['#t=60,64', '?t=1:00&t-end=1m4s']) {
    await page.goto(product.site);
    await page.goto(product.site + EPISODE + address);
    const player = new PlayerObject(page);
    const play = player.play(/^Play Why rooms sing/);
    await play.click();
    await player.expectPast(60.5);
    await page.reload();
    await expect(page.locator('.es-bar .es-time').first()).toHaveText(/^1:0[0-3]$/);
    await play.click();
    await expect.poll(() => player.isPaused()).toBe(false);
    expect(await player.currentTime()).toBeGreaterThan(60.4);
    await expect.poll(() => player.isPaused()).toBe(true);
    await expectEnd(player, 64);
  }
});

test('the moment of the address beats the place at which the listener stopped', async ({
  page,
  product,
}) => {
  await page.goto(product.site + EPISODE);
  const player = new PlayerObject(page);
  await page.getByRole('button', { name: /^Play from 1:41/ }).click();
  await player.expectPast(102);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Pause/ })
    .click();
  await page.goto(`${product.site}${EPISODE}?t=30`);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(30.3);
  expect(await player.currentTime()).toBeLessThan(60);
});

test('an address without a moment, or with nonsense, changes nothing', async ({
  page,
  product,
}) => {
  await page.goto(`${product.site}${EPISODE}?t=soon#t=20,10`);
  await expect(page.getByRole('button', { name: 'Play Why rooms sing' })).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^Play (from )?\d[\d:]*( to [\d:]+)?$/ }),
  ).toHaveCount(0);
});

test('the bar shares the moment that plays, and the address leads there', async ({
  page,
  product,
}) => {
  await page.goto(`${product.site}${EPISODE}?t=70`);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(70.5);
  await page
    .getByRole('region', { name: 'Audio player' })
    .getByRole('button', { name: 'Share' })
    .click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(product.site + EPISODE);
  await page.getByRole('checkbox', { name: /^Start at 1:1\d$/ }).check();
  await expect(link).toHaveValue(new RegExp(`${EPISODE}\\?t=7\\d$`));
  await page.goto(await link.inputValue());
  await expect(page.getByRole('button', { name: /^Play from 1:1\d$/ })).toBeVisible();
});

test('the framed player begins at the moment, and plays only a part', async ({ page, product }) => {
  const { origin } = new URL(product.site);
  const player = new PlayerObject(page);
  await page.goto(`${origin}/player?episode_id=1&t=1m10s`);
  await player.play().click();
  await player.expectPast(70.3);
  for (const part of ['#t=20,21', '&t=0:20&t-end=21s', '&t-end=99#t=20,21']) {
    await page.goto(`${origin}/player?episode_id=1${part}`);
    await player.play().click();
    await expect.poll(() => player.isPaused()).toBe(false);
    await expect.poll(() => player.isPaused()).toBe(true);
    await expectEnd(player, 21);
  }
});

test('the framed player ignores an end before the start', async ({ page, product }) => {
  const player = new PlayerObject(page);
  await page.goto(`${product.site}/player?episode_id=1&t=20&t-end=10`);
  await player.play().click();
  await player.expectPast(20.5);
});
