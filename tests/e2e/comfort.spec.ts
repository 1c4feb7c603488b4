import type { Frame, Page } from '@playwright/test';
import { expectStarted } from './alive.ts';
import { moving, outOfReach, standOut, withoutRing } from './pages/comfort.ts';
import { expect, test } from './product.ts';

/** The surfaces on which people listen, share and embed. Each gets ready by itself. */
interface Surface {
  name: string;
  isOfSite?: true;
  open: (page: Page, product: { site: string; demo: string }) => Promise<Frame>;
}

/** Plays, and waits until the ring of the button has gone, which turns slowly even with reduced motion. */
async function play(scope: Page | Frame): Promise<void> {
  await scope
    .getByRole('button', { name: /^Play Why rooms sing/ })
    .first()
    .click();
  await expect(scope.locator('.es-play[data-face="pause"]').first()).toBeVisible();
  await expect(scope.locator('.es-play[data-face="loading"]')).toHaveCount(0);
}
const EPISODE = '/user/mara-lindqvist/why-rooms-sing';

const SURFACES: readonly Surface[] = [
  {
    name: 'the page of an episode, with the bar',
    isOfSite: true,
    async open(page, { site }) {
      await page.goto(site + EPISODE);
      await play(page);
      await expect(page.locator('.es-bar')).toBeVisible();
      return page.mainFrame();
    },
  },
  {
    name: 'an embed with its panel',
    async open(page, { site }) {
      await page.goto(`${site}/player?show_id=1`);
      await play(page);
      await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Up next' })).toBeVisible();
      expect(await page.evaluate(standOut)).toEqual({
        rail: true,
        play: true,
        tab: true,
        row: true,
      });
      return page.mainFrame();
    },
  },
  {
    name: 'the page of a show',
    isOfSite: true,
    async open(page, { site }) {
      await page.goto(`${site}/show/field-notes-on-sound`);
      await expectStarted(page);
      return page.mainFrame();
    },
  },
  {
    name: 'the sheet of a phone',
    isOfSite: true,
    async open(page, { site }) {
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
      if (width > 640) await page.setViewportSize({ width: 360, height });
      await page.goto(site + EPISODE);
      await play(page);
      await page.getByRole('button', { name: / – Episode details$/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Audio player' });
      await expect(sheet.getByRole('tab', { name: 'Notes' })).toBeAttached();
      await expect.poll(() => sheet.evaluate((one) => one.getAnimations().length)).toBe(0);
      return page.mainFrame();
    },
  },
  {
    name: 'a page with a player that loads on click',
    async open(page, { demo }) {
      await page.goto(`${demo}/snippet?episode_id=1&load=click`);
      const card = page.locator('[data-earshot-facade]').getByRole('link');
      await expect(card).toBeVisible();
      return page.mainFrame();
    },
  },
  {
    name: 'the share dialog',
    isOfSite: true,
    async open(page, { site }) {
      await page.goto(site + EPISODE);
      await page.getByRole('button', { name: 'Share / Embed' }).first().click();
      await expect(page.getByRole('dialog').getByRole('tab').first()).toBeVisible();
      return page.mainFrame();
    },
  },
  {
    name: 'the playground',
    async open(page, { demo }) {
      await page.goto(demo);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      return page.mainFrame();
    },
  },
];

// Both at once, because each only changes what is drawn.
test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

for (const [where, surfaces] of [
  ['pages of the site', SURFACES.filter(({ isOfSite }) => isOfSite)],
  ['players and their pages', SURFACES.filter(({ isOfSite }) => !isOfSite)],
] as const) {
  test(`${where} work with reduced motion, forced colours, and at a zoom of 400 %`, async ({
    page,
    product,
  }) => {
    test.slow(); // several pages
    for (const { name, open } of surfaces) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 1280, height: 720 });
        const frame = await open(page, product);
        expect(await frame.evaluate(moving), 'moves for longer than an instant').toEqual([]);
        expect(await frame.evaluate(withoutRing), 'has no visible focus').toEqual([]);
        await page.setViewportSize({ width: 320, height: 256 });
        await expect
          .poll(() => frame.evaluate(() => document.documentElement.scrollWidth))
          .toBeLessThanOrEqual(320);
        expect(await frame.evaluate(outOfReach), 'cannot be brought into view').toEqual([]);
      });
    }
  });
}
