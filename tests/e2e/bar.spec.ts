import type { Page } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';

const chooseInMenu = async (page: Page, episode: string, choice: string) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: `More options for ${episode}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: choice }).click();
};

test('an episode joins the queue from its row, and plays next', async ({ page, product }) => {
  await page.goto(product.site);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.2);
  const other = page
    .getByRole('main')
    .locator('.site-row')
    .filter({ hasNotText: 'Why rooms sing' })
    .first();
  const title = (await other.getByRole('link').first().textContent()) ?? '';
  await chooseInMenu(page, title, 'Play next');
  await expect(page.getByRole('status').getByText(`Plays next: ${title}`)).toBeVisible();
  await expect(
    page.getByRole('button', { name: `More options for ${title}` }).first(),
  ).toBeFocused();

  await page
    .getByRole('region', { name: 'Audio player' })
    .getByRole('button', { name: 'Next' })
    .click();
  await expect(page.locator('.es-bar .es-title')).toHaveText(title);
});

test('the first episode of the queue waits in the bar if nothing plays', async ({
  page,
  product,
}) => {
  await page.goto(product.site);
  await chooseInMenu(page, 'Why rooms sing', 'Add to queue');
  await expect(page.locator('.es-bar .es-title')).toHaveText('Why rooms sing');
  await expect(page.locator('.es-bar').getByRole('button', { name: 'Play' })).toBeVisible();
});

test('a row shows how far the listener has come', async ({ page, product }) => {
  await page.addInitScript(() => localStorage.setItem('earshot.positions', '[[1,71,192]]'));
  await page.goto(product.site + EPISODE);
  await expect(page.getByText('2 min left').first()).toBeVisible();
});

test('the chapter that plays is marked', async ({ page, product }) => {
  await page.goto(product.site + EPISODE);
  const chapter = page.getByRole('button', { name: /^Play from 1:41/ });
  await expect(chapter).not.toHaveAttribute('aria-current');
  await chapter.click();
  await expect(chapter).toHaveAttribute('aria-current', 'true');
});

test.describe('the sheet of a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const opener = (page: Page) => page.locator('.es-bar-open');
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Audio player' });

  const openSheet = async (page: Page, site: string) => {
    await page.goto(site);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Play Why rooms/ })
      .first()
      .click();
    await opener(page).click();
    await expect(sheet(page)).toBeVisible();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
  };
  const expectClosed = async (page: Page) => {
    await expect(sheet(page)).toBeHidden();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(opener(page)).toBeFocused();
  };

  test('closes by Back, Escape and its button, and leaves no entry', async ({ page, product }) => {
    await page.goto(product.site + EPISODE);
    await openSheet(page, product.site);
    const entries = await page.evaluate(() => history.length);
    await page.goBack();
    await expectClosed(page);
    expect(page.url()).toBe(`${product.site}/`);

    await opener(page).press('Enter');
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await opener(page).press('Enter');
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await expectClosed(page);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await page.goBack();
    await expect(page).toHaveURL(product.site + EPISODE);
  });

  test('closes by a swipe down, and stays after a short one', async ({ page, product }) => {
    await openSheet(page, product.site);
    const swipe = async (by: number) => {
      await page.mouse.move(180, 150);
      await page.mouse.down();
      await page.mouse.move(180, 155);
      await page.mouse.move(180, 150 + by);
    };
    await expect.poll(async () => (await sheet(page).boundingBox())?.y).toBe(0); // slid in
    await swipe(25);
    await page.mouse.up();
    await expect(sheet(page)).toBeVisible();
    await swipe(300);
    await page.mouse.up();
    await expectClosed(page);
  });

  test('a link in it leads to its page, and Back to the page before', async ({ page, product }) => {
    await openSheet(page, product.site);
    await sheet(page).getByRole('link', { name: 'Field Notes on Sound' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Field Notes on Sound');
    await expect(sheet(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(`${product.site}/`);
  });

  test('sets speed, timer and volume by keyboard alone', async ({ page, product }) => {
    await openSheet(page, product.site);
    await sheet(page)
      .getByRole('button', { name: /^Speed/ })
      .press('Enter');
    await page.getByRole('button', { name: '1.5×' }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(sheet(page).getByRole('button', { name: 'Speed 1.5×' })).toBeFocused();
    await sheet(page).getByRole('button', { name: 'Sleep timer' }).press('Enter');
    await page.getByRole('button', { name: '15 min' }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(sheet(page).getByRole('button', { name: 'Sleep timer' })).toHaveText('15');
    await sheet(page).getByRole('button', { name: 'Volume' }).press('Enter');
    await expect(page.getByRole('slider', { name: 'Volume' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeVisible();
    await expectNoViolation(page);
  });
});

test('the queue survives a reload; it is reordered, emptied and played in the panel', async ({
  page,
  product,
}) => {
  await page.goto(product.site);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.2);
  for (const title of ['The weight of a bell', 'La voce nelle valvole', 'What snow takes away']) {
    await chooseInMenu(page, title, 'Add to queue');
    await expect(page.getByRole('status').getByText(`Added to queue: ${title}`)).toBeVisible();
  }
  await page.reload();
  const panel = page.getByRole('button', { name: 'Episode details' });
  await panel.press('Enter');
  const rows = page.getByRole('list', { name: 'Your queue' }).locator('.es-row-title');
  await expect(rows).toHaveText([
    'The weight of a bell',
    'La voce nelle valvole',
    'What snow takes away',
  ]);
  await expectNoViolation(page);

  const options = page.getByRole('button', {
    name: 'Options for La voce nelle valvole',
    exact: true,
  });
  await options.press('Enter');
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
  await expect(rows.first()).toHaveText('La voce nelle valvole');
  await expect(options).toBeFocused();

  const handles = page.locator('.es-drag');
  const [from, to] = [await handles.first().boundingBox(), await handles.last().boundingBox()];
  if (!from || !to) throw new Error('The handles are not shown.');
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(from.x + 9, from.y + 30);
  await page.mouse.move(to.x + 9, to.y + 12);
  await page.mouse.up();
  await expect(rows.last()).toHaveText('La voce nelle valvole');

  await page.getByRole('button', { name: 'Options for The weight of a bell', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove from queue' }).click();
  await expect(rows).toHaveText(['What snow takes away', 'La voce nelle valvole']);
  await rows.last().click();
  await expect(page.locator('.es-bar .es-title')).toHaveText('La voce nelle valvole');
  await page.getByRole('button', { name: 'Clear queue' }).click();
  await expect(rows).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panel).toBeFocused();
});

test('after a reload the list goes on behind the queue, in each of two tabs', async ({
  page,
  product,
  context,
}) => {
  const bar = (tab: Page) => tab.getByRole('region', { name: 'Audio player' });
  const title = (tab: Page) => tab.locator('.es-bar .es-title');
  const next = (tab: Page) => bar(tab).getByRole('button', { name: 'Next', exact: true });

  /** Plays an episode of a show, then another one from the queue. Returns the one that follows in the show. */
  const begin = async (tab: Page, show: string, at: number, other: string) => {
    await tab.goto(`${product.site}/show/${show}`);
    const [first, second] = (await tab.locator('.site-row-text a').allTextContents()).slice(at);
    await tab
      .getByRole('button', { name: `Play ${first}` })
      .last()
      .click();
    await expect(title(tab)).toHaveText(first ?? '');
    await tab.goto(product.site);
    await expect(title(tab)).toHaveText(first ?? '');
    await chooseInMenu(tab, other, 'Play next');
    await next(tab).click();
    await expect(title(tab)).toHaveText(other);
    return second ?? '';
  };
  const tab = await context.newPage();
  const following = await begin(page, 'field-notes-on-sound', 1, 'La voce nelle valvole');
  const ofOther = await begin(tab, 'onde-lunghe', 0, 'The weight of a bell');
  await page.reload();
  await tab.reload();
  await expect(title(page)).toHaveText('La voce nelle valvole');
  await expect(title(tab)).toHaveText('The weight of a bell');
  await next(page).click();
  await next(tab).click();
  await expect(title(page)).toHaveText(following);
  await expect(title(tab)).toHaveText(ofOther);
});
