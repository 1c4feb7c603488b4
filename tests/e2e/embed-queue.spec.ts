import type { Page } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const list = (page: Page, name: string) =>
  page.getByRole('list', { name }).locator('.es-row-title');
const options = (page: Page, title: string) =>
  page.getByRole('button', { name: `Options for ${title}`, exact: true });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });

/** Opens the menu of a row and selects an item with the keyboard alone. */
async function choose(page: Page, title: string, choice: string): Promise<void> {
  await options(page, title).press('Enter');
  const item = page.getByRole('menuitem', { name: choice });
  // The menu starts at its first enabled item.
  await expect(page.getByRole('menuitem').and(page.locator(':focus'))).toBeVisible();
  for (const _ of [1, 2, 3]) {
    if (await item.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test('the queue is filled, reordered and emptied by keyboard, and survives a reload', async ({
  page,
  product,
}) => {
  // A low player, with its panel on top of it.
  await page.setViewportSize({ width: 420, height: 200 });
  const address = `${product.site}/player?show_id=1`;
  await page.goto(address);
  const openPanel = async () => {
    const opener = page.getByRole('button', { name: 'Episodes', exact: true });
    await page.getByRole('button', { name: 'Play Why rooms sing' }).focus(); // a touch loads the controls
    await expect(page.locator('.es-embed-panel [role=tab]').last()).toBeAttached();
    await opener.press('Enter');
    await expect(tab(page, /^Up next/)).toBeVisible();
  };
  await openPanel();
  await expect(options(page, 'Why rooms sing')).toHaveCount(0); // it is the current one
  await choose(page, 'What snow takes away', 'Play next');
  await expect(tab(page, /^Up next/)).toHaveText('Up next (1)');
  await expect(options(page, 'What snow takes away')).toBeFocused();
  await choose(page, 'The weight of a bell', 'Add to queue');
  await expect(tab(page, /^Up next/)).toHaveText('Up next (2)');
  await expectNoViolation(page);

  await page.goto(address);
  await openPanel();
  await tab(page, /^Episodes/).press('End');
  await expect(tab(page, /^Up next/)).toBeFocused();
  const queue = list(page, 'Your queue');
  await expect(queue).toHaveText(['What snow takes away', 'The weight of a bell']);
  await choose(page, 'The weight of a bell', 'Move up');
  await expect(queue).toHaveText(['The weight of a bell', 'What snow takes away']);
  await expect(options(page, 'The weight of a bell')).toBeFocused();
  await choose(page, 'The weight of a bell', 'Remove from queue');
  await expect(queue).toHaveText(['What snow takes away']);
  await expect(options(page, 'What snow takes away')).toBeFocused();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'What snow takes away' }).first().press('Enter');
  await expect(page.locator('h1.es-title')).toHaveText('What snow takes away');
  await new PlayerObject(page).expectPast(0.2);
});
