import type { Page } from '@playwright/test';
import { expectAlive, expectStarted } from './alive.ts';
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

  test(`an episode resumes, and starts from the beginning: ${where}`, async ({ page, product }) => {
    await leaveAt83(page);
    const player = await open(page, product.site);
    await player.expectPast(83);
    await tabTo(page, inside(page).getByRole('button', { name: 'Start from the beginning' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => player.currentTime()).toBeLessThan(60);
    await expectFocus(inside(page).locator('.es-play'));
    await page.keyboard.press('Space');
    await expect.poll(() => player.isPaused()).toBe(true);

    await tabTo(page, inside(page).getByRole('button', { name: 'Resume at 1:23' }));
    await page.keyboard.press('Space');
    await player.expectPast(83);
    await expectFocus(inside(page).locator('.es-play'));
  });

  test(`back 15 and forward 30 are buttons that keep the focus: ${where}`, async ({
    page,
    product,
  }) => {
    await leaveAt83(page);
    const player = await open(page, product.site);
    await player.expectPast(83);
    const forward = inside(page).getByRole('button', { name: 'Forward 30 seconds' });
    await tabTo(page, forward);
    await page.keyboard.press('Enter');
    await player.expectPast(113);
    await page.keyboard.press('Space');
    await player.expectPast(143);
    await expectFocus(forward);

    const back = inside(page).getByRole('button', { name: 'Back 15 seconds' });
    await tabTo(page, back, 'Shift+Tab');
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Enter');
    await expect.poll(() => player.currentTime()).toBeLessThan(113);
    await expectFocus(back);
  });
}

for (const [size, height] of [
  ['beside the controls', 520],
  ['over the controls', 200],
] as const) {
  test(`the panel of an embed, ${size}: tabs, rows, notes and the way back`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 420, height });
    const player = await playInEmbed(page, `${product.site}/player?show_id=1`);
    const opener = page.getByRole('button', { name: 'Episodes', exact: true });
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    const isOver = await opener.isVisible();
    if (isOver) {
      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      await expectFocus(tab('Episodes'));
    } else await tabTo(page, tab('Episodes'));

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
    if (!isOver) return;
    await page.keyboard.press('Escape');
    await expectFocus(opener);
  });
}

test('the panel of the bar: tabs, a chapter, and the way back', async ({ page, product }) => {
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
});

test('the bar shares the moment that plays', async ({ page, product, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await leaveAt83(page);
  const player = await playOnSite(page, product.site);
  await player.expectPast(83);
  const opener = bar(page).getByRole('button', { name: 'Share' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expectFocus(dialog.getByRole('tab', { name: 'Share' }));
  await tabTo(page, dialog.getByRole('checkbox', { name: /^Start at 1:2\d$/ }));
  await page.keyboard.press('Space');
  const link = dialog.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/\?t=8\d$/);
  const stop = dialog.getByRole('textbox', { name: 'Stop at' });
  await tabTo(page, stop);
  await page.keyboard.type('1:50');
  await expect(link).toHaveValue(/\?t=8\d&t-end=110$/);
  await tabTo(page, link, 'Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectFocus(dialog.getByRole('button', { name: 'Copied' }));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expectFocus(opener);
});

test('the share and embed dialog: size, theme, start, copy, close', async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(product.site + EPISODE);
  const opener = page.getByRole('button', { name: 'Share / Embed' });
  await expectAlive(opener);
  await tabTo(page, opener);
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog');
  await expectFocus(dialog.getByRole('tab', { name: 'Share' }));
  await page.keyboard.press('End');
  await expectFocus(dialog.getByRole('tab', { name: 'Player' }));
  const code = dialog.getByRole('textbox', { name: 'Code to paste' });
  const checked = (group: string) =>
    dialog.getByRole('group', { name: group }).getByRole('radio', { checked: true });
  await tabTo(page, checked('Theme'));
  await page.keyboard.press('ArrowRight');
  await expect(code).toHaveValue(/data-theme="light"/);
  await expectFocus(checked('Theme'));
  await tabTo(page, checked('Size'));
  await page.keyboard.press('ArrowRight');
  await expectFocus(checked('Size'));
  await expect(code).toHaveValue(/data-height="600px"/);
  await tabTo(page, dialog.getByRole('textbox', { name: 'Start at' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1:30');
  await expect(code).toHaveValue(/data-t="90"/);
  const copy = dialog.getByRole('button', { name: 'Copy', exact: true });
  await tabTo(page, copy);
  await page.keyboard.press('Enter');
  await expectFocus(dialog.getByRole('button', { name: 'Copied' }));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue());
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Space');
  await expect(dialog).toHaveCount(0);
  await expectFocus(opener);
});
