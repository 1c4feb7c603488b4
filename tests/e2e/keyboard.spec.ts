import type { Page } from '@playwright/test';
import { expectStarted } from './alive.ts';
import { expectFocus, tabTo } from './pages/keyboard.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';
const bar = (page: Page) => page.getByRole('region', { name: 'Audio player' });

/** The listener has left "Why rooms sing" at 1:23. */
const leaveAt83 = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('earshot.positions', '[[1,83]]'));

/** Opens the page of an episode and presses its Play button. */
async function playOnSite(page: Page, site: string): Promise<PlayerObject> {
  await page.goto(site + EPISODE);
  await expectStarted(page);
  await tabTo(
    page,
    page
      .getByRole('main')
      .getByRole('button', { name: /^Play Why rooms/ })
      .first(),
  );
  await page.keyboard.press('Enter');
  const player = new PlayerObject(page);
  await player.expectPast(0.2);
  return player;
}

/** Presses the embed's Play button. */
async function playInEmbed(page: Page, address: string): Promise<PlayerObject> {
  await page.goto(address);
  await tabTo(page, page.getByRole('button', { name: 'Play Why rooms sing' }));
  await page.keyboard.press('Enter');
  const player = new PlayerObject(page);
  await player.expectPast(0.2);
  return player;
}

for (const [where, open, scope] of [
  ['in an embed', (page: Page, site: string) => playInEmbed(page, `${site}/player?episode_id=1`)],
  ['in the bar', playOnSite, bar],
] as const) {
  const inside = (page: Page) => (scope ? scope(page) : page.locator('main'));

  test(`skips, resumes and starts from the beginning, and keeps the focus: ${where}`, {
    tag: '@smoke',
  }, async ({ page, product }) => {
    await leaveAt83(page);
    const player = await open(page, product.site);
    await player.expectPast(83);
    await tabTo(page, inside(page).getByRole('button', { name: 'Start from the beginning' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => player.currentTime()).toBeLessThan(60);
    await expectFocus(inside(page).locator('.es-play'));
    await page.keyboard.press('Space');
    await expect.poll(() => player.isPaused()).toBe(true);
    // A slow machine may have played, and kept, some seconds more.
    await tabTo(page, inside(page).getByRole('button', { name: /^Resume at 1:[2-5]\d$/ }));
    await page.keyboard.press('Space');
    await player.expectPast(83);
    await expectFocus(inside(page).locator('.es-play'));

    const forward = inside(page).getByRole('button', { name: 'Forward 30 seconds' });
    await tabTo(page, forward);
    await page.keyboard.press('Enter');
    await player.expectPast(113);
    await expectFocus(forward);
    const back = inside(page).getByRole('button', { name: 'Back 15 seconds' });
    await tabTo(page, back, 'Shift+Tab');
    for (const _ of [1, 2, 3]) await page.keyboard.press('Enter');
    await expect.poll(() => player.currentTime()).toBeLessThan(100);
    await expectFocus(back);
  });
}

test('the panel of an embed lies over its controls: tabs, rows, notes and the way back', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 420, height: 200 });
  const player = await playInEmbed(page, `${product.site}/player?show_id=1`);
  const opener = page.getByRole('button', { name: 'Episodes', exact: true });
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expectFocus(tab('Episodes'));

  await page.keyboard.press('ArrowRight');
  await expectFocus(tab('Chapters'));
  const chapter = page.getByRole('tabpanel').getByRole('button').nth(2);
  await tabTo(page, chapter);
  await page.keyboard.press('Enter');
  await player.expectPast(20);
  await expectFocus(chapter);

  await tabTo(page, tab('Chapters'), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expectFocus(tab('Notes'));
  await expect(page.getByText(/standing waves/)).toBeVisible();
  await page.keyboard.press('Home');
  await expectFocus(tab('Episodes'));
  const row = page
    .getByRole('tabpanel')
    .locator('a,button')
    .filter({ hasText: 'What snow takes away' })
    .first();
  await tabTo(page, row);
  await page.keyboard.press('Enter');
  await expect(page.locator('.es-embed .es-title').first()).toHaveText('What snow takes away');
  await expectFocus(row);
  await page.keyboard.press('Escape');
  await expectFocus(opener);
});

test('the panel of the bar: tabs, a chapter, the way back, and the keys of the player', async ({
  page,
  product,
}) => {
  const player = await playOnSite(page, product.site);
  const opener = bar(page).getByRole('button', { name: 'Episode details' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Episode details' });
  await expectFocus(panel.getByRole('tab', { selected: true }));
  await page.keyboard.press('ArrowRight');
  await expectFocus(panel.getByRole('tab', { name: 'Chapters' }));
  const chapter = panel.getByRole('tabpanel').getByRole('button').nth(2);
  await tabTo(page, chapter);
  await page.keyboard.press('Enter');
  await player.expectPast(20);
  await tabTo(page, panel.getByRole('tab', { name: 'Chapters' }), 'Shift+Tab');
  await page.keyboard.press('End');
  await expectFocus(panel.getByRole('tab', { name: 'Notes' }));
  await expect(panel.getByText(/standing waves/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expectFocus(opener);

  // The player's keys work everywhere.
  await page.getByRole('heading', { level: 1 }).click();
  const at = await player.currentTime();
  await page.keyboard.press('l');
  await player.expectPast(at + 29);
  await page.keyboard.press('Space');
  await expect.poll(() => player.isPaused()).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
