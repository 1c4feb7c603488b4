import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from '@playwright/test';
import { type Host, readHost } from '../../demo/hosts.ts';
import { hostNames, serveHosts, sourceOf } from './hosts.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, type Product, test } from './product.ts';

const FOLDERS = ['../../demo/hosts/', '../../../shared/data/hosts/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
/** Number of pages that are tested at the same time. */
const AT_ONCE = 4;

/** Properties of a page that must be the same with and without the embed. */
interface Harm {
  globals: string[];
  styles: string[];
  overflows: boolean;
  complaints: string[];
}

/** Loads a page and returns its properties. */
async function visit(page: Page, url: string, settled: () => Promise<unknown>): Promise<Harm> {
  const complaints: string[] = [];
  page.removeAllListeners('console');
  page.removeAllListeners('pageerror');
  page.on('console', (message) => {
    // Missing files of the page itself are not our fault.
    const isItsOwn = message.location().url.startsWith(new URL(url).origin);
    if (isItsOwn && /^Failed to load resource/.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  await settled();
  const seen = await page.evaluate(() => ({
    globals: Object.getOwnPropertyNames(window).filter(
      (name) => !/^\d+$|^__pw/.test(name), // frames, and globals of Playwright
    ),
    styles: ['html', 'body', 'h1', 'p'].flatMap((name) => {
      const element = document.querySelector(name);
      if (!element) return [];
      const { color, font, margin, padding, display, position } = getComputedStyle(element);
      const sheets = document.styleSheets.length;
      return [[name, color, font, margin, padding, display, position, sheets].join()];
    }),
    overflows: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }));
  return { ...seen, complaints };
}

const framesOf = (page: Page, { site }: Product) => page.locator(`iframe[src^="${site}/player?"]`);

/** A link that stands for its player. */
const WAITING = 'a.earshot-player[data-earshot-style]:not([data-mounted])';

/** The heading that a page shows after it has changed itself. */
const LATER: Readonly<Record<string, string>> = {
  'spa-react18-rerender': 'Post B',
  turbo: 'Back again',
  'patched-to-source': 'After',
};

async function expectPlayers(page: Page, product: Product, host: Host, name: string) {
  const frames = framesOf(page, product);
  if (LATER[name]) await expect(page.locator('h1')).toHaveText(LATER[name], { timeout: 20_000 });
  // On a page with many, a link stands for each player that is not near.
  const placements = frames.or(page.locator(WAITING));
  await expect(placements).toHaveCount(host.players, { timeout: 20_000 });
  // Some pages hide players and have a control that shows them.
  for (const control of await page.locator('#b, summary').all()) await control.click();
  const frame = frames.first();
  await frame.scrollIntoViewIfNeeded();
  // A narrow player may request more height.
  expect((await frame.boundingBox())?.height).toBeGreaterThanOrEqual(200);
  expect((await frame.boundingBox())?.width).toBeGreaterThan(150);
  // The frame is found by its address, because Playwright's frame locators do not match `iframe` in XHTML.
  const isPlayer = (one: Frame) => one.url().startsWith(`${product.site}/player?`);
  await expect.poll(() => page.frames().filter(isPlayer).length).toBeGreaterThan(0);
  const loaded = page.frames().filter(isPlayer);
  if (host.players > 20) expect(loaded.length).toBeLessThan(host.players); // only near the viewport
  const player = new PlayerObject(loaded[0] as Frame);
  await player.play().click();
  await player.expectPast(0.2);
  await expect(page.locator('a.earshot-player[data-mounted]:visible')).toHaveCount(0);
}

async function expectLink(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: /Why rooms sing/ }).first()).toBeVisible();
  await expect(page.locator('iframe[src*="/player?"]')).toHaveCount(0);
}

/** Messages of the browser about the page itself, which do not depend on the embed. */
const OF_THE_BROWSER =
  /invoked via document\.write|^Framing '.*' violates|unbalanced tree|The page’s settings blocked the loading of a resource \(frame-src\)/;

async function judge(page: Page, product: Product, folder: string, name: string, url: string) {
  const host = await readHost(join(folder, name));
  const bare = await visit(page, `${url}/bare/${name}/`, async () => {});
  const harm = await visit(page, `${url}/${name}/`, () =>
    host.expect === 'link' ? expectLink(page) : expectPlayers(page, product, host, name),
  );

  const added = harm.globals.filter((global) => !bare.globals.includes(global));
  expect(added.filter((global) => global !== 'Earshot')).toEqual([]);
  expect(harm.styles).toEqual(bare.styles);
  expect(harm.overflows).toBe(bare.overflows);
  const complaints = harm.complaints.filter(
    (text) => !bare.complaints.includes(text) && !OF_THE_BROWSER.test(text),
  );
  // If the page forbids the frame, the loader writes one warning for its author.
  const isForbidden = host.expect === 'link' && 'Content-Security-Policy' in host.headers;
  const told = host.told ?? (isForbidden ? ['/help/blocked'] : []);
  expect(complaints).toEqual(told.map((text) => expect.stringContaining(text)));
}

for (const folder of FOLDERS) {
  const whose = folder.includes('shared') ? 'third-party pages' : 'awkward pages of the demo';

  test(`players work on the ${whose}, and harm none`, {
    tag: '@firefox',
  }, async ({ browser, browserName, product }) => {
    test.skip(!existsSync(folder), `${folder} does not exist`);
    test.slow();
    const all = hostNames(folder);
    // Firefox runs a quarter of the pages, and the one that forbids frames.
    const names = all.filter(
      (name, n) => browserName === 'chromium' || n % 4 === 0 || name === 'csp-no-frames',
    );
    const hosts = await serveHosts(folder, sourceOf(product));
    const failed: string[] = [];
    const waiting = [...names];
    const work = async () => {
      for (let name = waiting.shift(); name; name = waiting.shift()) {
        // Each page has its own browser context, because players in one context pause each other.
        const context = await browser.newContext({ colorScheme: null });
        try {
          await judge(await context.newPage(), product, folder, name, hosts.url);
        } catch (error) {
          failed.push(`${name}: ${error}`);
        }
        await context.close();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await hosts.close();
    expect(failed.join('\n\n')).toBe('');
  });
}
