import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';

/** Other tests run beside this one, and a busy browser stops late. The precision tests run alone. */
async function expectEnd(player: PlayerObject, seconds: number): Promise<void> {
  const overrun = (await player.currentTime()) - seconds;
  expect(overrun).toBeGreaterThan(-0.05);
  expect(overrun).toBeLessThan(0.5);
}

test('a part of the address plays alone, survives a reload, and the bar shares its moment', async ({
  page,
  product,
  watch,
}) => {
  await page.goto(`${product.site}${EPISODE}#t=60,64`);
  const player = new PlayerObject(page);
  const play = player.play(/^Play Why rooms sing/);
  await play.click();
  await player.expectPast(60.5);
  await page.reload();
  await expect(page.locator('.es-bar .es-time').first()).toHaveText(/^1:0[0-3]$/);
  await play.click();
  await expect.poll(() => player.isPaused()).toBe(false);
  await expect.poll(() => player.currentTime()).toBeGreaterThan(60.4);
  await expect.poll(() => player.isPaused()).toBe(true);
  await expectEnd(player, 64);
  await page.getByRole('button', { name: 'Play 1:00 to 1:04', exact: true }).click();
  await expect.poll(() => player.isPaused()).toBe(false);
  expect(await player.currentTime()).toBeLessThan(64);

  await page
    .getByRole('region', { name: 'Audio player' })
    .getByRole('button', { name: 'Share' })
    .click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(product.site + EPISODE);
  await page.getByRole('checkbox', { name: /^Start at 1:0\d$/ }).check();
  await expect(link).toHaveValue(new RegExp(`${EPISODE}\\?t=6\\d$`));
  await page.goto(await link.inputValue());
  await expect(page.getByRole('button', { name: /^Play from 1:0\d$/ })).toBeVisible();
  expect(watch.complaints).toEqual([]);
});

test('the framed player begins at the moment, and plays only a part', async ({ page, product }) => {
  const player = new PlayerObject(page);
  await page.goto(`${product.site}/player?episode_id=1&t=1m10s&t-end=10`);
  await player.play().click();
  await player.expectPast(70.3);
  await page.goto(`${product.site}/player?episode_id=1&t-end=99#t=20,21`);
  await player.play().click();
  await expect.poll(() => player.isPaused()).toBe(false);
  await expect.poll(() => player.isPaused()).toBe(true);
  await expectEnd(player, 21);
});
