import type { Frame, Page } from '@playwright/test';
import { expectStarted } from './alive.ts';
import { moving, outOfReach, withoutRing } from './pages/comfort.ts';
import { expect, test } from './product.ts';

/** The surfaces on which people listen, share and embed. Each gets ready by itself. */
interface Surface {
  name: string;
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
      return page.mainFrame();
    },
  },
  {
    name: 'the page of a show',
    async open(page, { site }) {
      await page.goto(`${site}/show/field-notes-on-sound`);
      await expectStarted(page);
      return page.mainFrame();
    },
  },
  {
    name: 'the sheet of a phone',
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

for (const { name, open } of SURFACES) {
  test.describe(name, () => {
    test.describe('at a zoom of 400 %', () => {
      test.use({ viewport: { width: 320, height: 256 } });

      test('nothing scrolls sideways, and every control can be brought into view', async ({
        page,
        product,
      }) => {
        const frame = await open(page, product);
        await expect
          .poll(() => frame.evaluate(() => document.documentElement.scrollWidth))
          .toBeLessThanOrEqual(320);
        expect(await frame.evaluate(outOfReach)).toEqual([]);
      });
    });

    test.describe('with reduced motion', () => {
      test.use({ contextOptions: { reducedMotion: 'reduce' } });

      test('nothing moves for longer than an instant', async ({ page, product }) => {
        const frame = await open(page, product);
        expect(await frame.evaluate(moving)).toEqual([]);
      });
    });

    test.describe('with forced colours', () => {
      test.use({ contextOptions: { forcedColors: 'active' } });

      test('the focus is visible on every control', async ({ page, product }) => {
        const frame = await open(page, product);
        expect(await frame.evaluate(withoutRing)).toEqual([]);
      });
    });
  });
}

test.describe('with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('rail, play button and what is selected are visible', async ({ page, product }) => {
    await page.goto(`${product.site}/player?show_id=1`);
    await play(page);
    await expect(page.getByRole('tab', { name: 'Up next' })).toBeVisible();
    const seen = await page.evaluate(() => {
      const ground = getComputedStyle(
        document.querySelector('.es-embed') as Element,
      ).backgroundColor;
      const styleOf = (selector: string) =>
        getComputedStyle(document.querySelector(selector) as Element);
      const isVisible = ({
        backgroundColor,
        borderTopColor,
        borderTopWidth,
        outlineStyle,
      }: CSSStyleDeclaration) =>
        (backgroundColor !== ground && backgroundColor !== 'rgba(0, 0, 0, 0)') ||
        (Number.parseFloat(borderTopWidth) > 0 && borderTopColor !== ground) ||
        outlineStyle !== 'none';
      const differs = (one: string, other: string) => {
        const keys = [
          'backgroundColor',
          'color',
          'borderBottomWidth',
          'borderInlineStartWidth',
          'outlineStyle',
          'textDecorationLine',
        ] as const;
        const [a, b] = [styleOf(one), styleOf(other)];
        return keys.some((key) => a[key] !== b[key]);
      };
      return {
        rail: isVisible(styleOf('.es-rail')),
        play: isVisible(styleOf('.es-play')),
        tab: differs('[role=tab][aria-selected="true"]', '[role=tab][aria-selected="false"]'),
        row: differs('.es-row[aria-current="true"]', '.es-row:not([aria-current="true"])'),
      };
    });
    expect(seen).toEqual({ rail: true, play: true, tab: true, row: true });
  });
});
