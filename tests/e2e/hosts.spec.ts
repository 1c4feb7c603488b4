import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Host, readHost } from '../../demo/hosts.ts';
import { hostNames, serveHosts } from './hosts.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, type Product, test } from './product.ts';

const FOLDERS = ['../../demo/hosts/', '../../../shared/data/hosts/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** What of a page must be the same with and without us. */
interface Harm {
  globals: string[];
  styles: string[];
  complaints: string[];
}

const sourceOf = ({ site }: Product) => ({
  options: { resource: 'episode_id=1', theme: 'light', playlist: 'false' } as const,
  title: 'Why rooms sing – “part 1”',
  link_url: `${site}/episode/1`,
  widgetUrl: site,
  productName: 'Earshot',
});

/** Loads a page and tells what it did to itself. */
async function visit(page: Page, url: string, settled: () => Promise<unknown>): Promise<Harm> {
  const complaints: string[] = [];
  page.removeAllListeners('console');
  page.removeAllListeners('pageerror');
  page.on('console', (message) => {
    // What the page itself does not find is its own affair.
    const isItsOwn = message.location().url.startsWith(new URL(url).origin);
    if (isItsOwn && message.text().startsWith('Failed to load resource')) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  await settled();
  const { globals, styles } = await page.evaluate(() => ({
    globals: Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name)),
    styles: [...document.querySelectorAll('html, body, h1, p')].map((element) => {
      const { color, font, margin, padding, display, position } = getComputedStyle(element);
      const sheets = document.styleSheets.length;
      return [element.tagName, color, font, margin, padding, display, position, sheets].join();
    }),
  }));
  return { globals, styles, complaints };
}

const framesOf = (page: Page, { site }: Product) => page.locator(`iframe[src^="${site}/player?"]`);

async function expectPlayers(page: Page, product: Product, host: Host): Promise<void> {
  const frames = framesOf(page, product);
  await expect(frames).toHaveCount(host.players, { timeout: 20_000 });
  // What hides players on purpose has a control that shows them.
  for (const control of await page.locator('#b, summary').all()) await control.click();
  const frame = frames.first();
  await frame.scrollIntoViewIfNeeded();
  // More where the player asks for it, because it is narrow.
  expect((await frame.boundingBox())?.height).toBeGreaterThanOrEqual(200);
  const player = new PlayerObject(frame.contentFrame());
  await player.play().click();
  await player.expectPast(0.3);
}

const linkOf = (page: Page) => page.getByRole('link', { name: /Why rooms sing/ });

async function expectLink(page: Page): Promise<void> {
  await expect(linkOf(page).first()).toBeVisible();
  await expect(page.locator('iframe[src*="/player?"]')).toHaveCount(0);
}

async function expectHost(page: Page, product: Product, host: Host): Promise<void> {
  if (host.expect === 'player-or-link') {
    await expect(framesOf(page, product).or(linkOf(page)).first()).toBeVisible();
    if ((await framesOf(page, product).count()) === 0) return;
  }
  return host.expect === 'link' ? expectLink(page) : expectPlayers(page, product, host);
}

/** What the browser itself says of the page's doings, whatever they bring in. */
const OF_THE_BROWSER = /invoked via document\.write|^Framing '.*' violates/;

for (const folder of FOLDERS) {
  test.describe(folder.includes('shared') ? 'pages of others' : 'our own awkward pages', () => {
    test.skip(!existsSync(folder), `${folder} is not there`);

    for (const name of hostNames(folder)) {
      test(name, async ({ page, product }) => {
        const host = await readHost(join(folder, name));
        const hosts = await serveHosts(folder, sourceOf(product));
        const bare = await visit(page, `${hosts.url}/bare/${name}/`, async () => {});
        const url = `${hosts.url}/${name}/`;
        const harm = await visit(page, url, () => expectHost(page, product, host));
        await hosts.close();

        const added = harm.globals.filter((global) => !bare.globals.includes(global));
        expect(added.filter((global) => global !== 'Earshot')).toEqual([]);
        expect(harm.styles).toEqual(bare.styles);
        const complaints = harm.complaints.filter(
          (text) => !bare.complaints.includes(text) && !OF_THE_BROWSER.test(text),
        );
        // A frame that the page forbids is told once, to whoever looks for the reason.
        const isForbidden = host.expect === 'link' && 'Content-Security-Policy' in host.headers;
        const told = isForbidden ? [expect.stringContaining('Earshot: is blocked')] : [];
        expect(complaints).toEqual(told);
      });
    }
  });
}
