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

test('an episode joins the queue from its row, and plays next', { tag: '@smoke' }, async ({
  page,
  product,
}) => {
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

test('pages mark how far the listener has come and the chapter that plays; the queue waits in the bar', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => localStorage.setItem('earshot.positions', '[[1,71,192]]'));
  await page.goto(product.site);
  await chooseInMenu(page, 'Why rooms sing', 'Add to queue');
  await expect(page.locator('.es-bar .es-title')).toHaveText('Why rooms sing');
  await expect(page.locator('.es-bar').getByRole('button', { name: 'Play' })).toBeVisible();
  await page.goto(product.site + EPISODE);
  await expect(page.getByText('2 min left').first()).toBeVisible();
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
  /** How many pixels the page is too wide, while the corners of the turning ring reach farthest. */
  const excessWhileLoading = (page: Page) =>
    page.locator('.es-bar .es-play').evaluate((button: HTMLElement) => {
      const { face = '' } = button.dataset;
      button.dataset.face = 'loading';
      for (const turn of button.getAnimations({ subtree: true })) {
        turn.pause();
        turn.currentTime = 112.5; // an eighth of a turn
      }
      const { scrollWidth, clientWidth } = document.documentElement;
      button.dataset.face = face;
      return scrollWidth - clientWidth;
    });

  test('closes by Back, Escape, its button and a swipe, and leaves no entry', {
    tag: ['@smoke', '@firefox'],
  }, async ({ page, product }) => {
    await page.goto(product.site + EPISODE);
    await openSheet(page, product.site);
    const entries = await page.evaluate(() => history.length);
    await page.goBack();
    await expectClosed(page);
    expect(page.url()).toBe(`${product.site}/`);
    expect(await excessWhileLoading(page)).toBe(0);

    await opener(page).press('Enter');
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await opener(page).press('Enter');
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await expectClosed(page);

    await opener(page).press('Enter');
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
    expect(await page.evaluate(() => history.length)).toBe(entries);

    await opener(page).press('Enter');
    await sheet(page).getByRole('link', { name: 'Field Notes on Sound' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Field Notes on Sound');
    await expect(sheet(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(`${product.site}/`);
    await page.goBack();
    await expect(page).toHaveURL(product.site + EPISODE);
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
