import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { PlayerObject } from './pages/player.ts';
import { test as base, expect } from './product.ts';

interface Blog {
  origin: string;
  pages: Record<string, string>;
}

/** A blog with pages that link to each other. */
const test = base.extend<{ blog: Blog }>({
  blog: async ({ product }, use) => {
    const blog: Blog = { origin: '', pages: {} };
    const server = createServer(({ url = '/' }, response) => {
      const body = blog.pages[url] ?? '';
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(
        `<!doctype html><title>${url}</title><link rel="icon" href="data:,"><body>
        <nav>${Object.keys(blog.pages)
          .map((path) => `<a href="${path}">${path}</a> `)
          .join('')}</nav>${body}`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    blog.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const loader = (more: string) =>
      `<script async src="${product.site}/widgets.js"${more}></script>`;
    const on = loader(' data-continue="true"');
    blog.pages = {
      '/one': episode(1) + on,
      '/none': on,
      '/same': `<p style="height:3000px">Text</p>${episode(1)}${on}`,
      '/other': episode(2) + on,
      '/off': episode(1) + loader(''),
    };
    await use(blog);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

const episode = (id: number) =>
  `<a class="earshot-player" href="/x" data-resource="episode_id=${id}">Listen to ${id}</a>`;

const playerIn = (page: Page) => new PlayerObject(page.frameLocator('iframe[src*="/player?"]'));
const dock = (page: Page) => page.getByRole('region', { name: 'Audio player' });
const follow = (page: Page, path: string) =>
  page.getByRole('link', { name: path, exact: true }).click();

/** Plays on the first page, and returns the second at which the listener leaves. */
async function listen(page: Page, blog: Blog, path = '/one'): Promise<number> {
  await page.goto(blog.origin + path);
  await playerIn(page).play().click();
  await playerIn(page).expectPast(2.5);
  return playerIn(page).currentTime();
}

/** The page continues where the listener left. Both browsers count the click on the previous page as a gesture. */
async function expectToContinue(page: Page, left: number): Promise<void> {
  const player = playerIn(page);
  await player.expectPast(left - 1);
  await expect.poll(() => player.isPaused()).toBe(false);
  // The delay of the machine.
  expect(await player.currentTime()).toBeLessThan(left + 10);
}

test('continues in a docked player from page to page, until it is closed', {
  tag: ['@smoke', '@firefox'],
}, async ({ page, blog, watch }) => {
  const left = await listen(page, blog);
  await follow(page, '/none');
  await expect(dock(page).locator('iframe')).toBeVisible();
  await expectToContinue(page, left);
  await playerIn(page).expectPast(left + 1);
  const later = await playerIn(page).currentTime();
  await follow(page, '/none');
  await expectToContinue(page, later);
  await dock(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('iframe[src*="/player?"]')).toHaveCount(0);
  await follow(page, '/other');
  await expect(playerIn(page).play()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(dock(page)).toHaveCount(0);
  expect(watch.complaints).toEqual([]);
});

test('continues in the dock if a script replaces the body, and then remembers what plays there', async ({
  page,
  blog,
}) => {
  const left = await listen(page, blog);
  await page.evaluate((other) => {
    const next = document.createElement('body');
    next.innerHTML = other;
    document.body.replaceWith(next);
  }, episode(2));
  const docked = new PlayerObject(dock(page).frameLocator('iframe'));
  await docked.expectPast(left);
  const own = new PlayerObject(page.frameLocator('iframe[src*="episode_id=2"]'));
  await own.play().click();
  await own.expectPast(1);
  await page.goto(`${blog.origin}/none`);
  await expect(dock(page).locator('iframe[src*="episode_id=2"]')).toBeVisible();
});

test("continues in the page's own player, also if it played before the loader listened", {
  tag: '@firefox',
}, async ({ page, blog }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/on-demand-continue-*.js', async (route) => {
    await held;
    await route.continue();
  });
  // The window's `load` event waits for scripts.
  await page.goto(`${blog.origin}/one`, { waitUntil: 'commit' });
  await playerIn(page).play().click();
  await playerIn(page).expectPast(0.5);
  const memory = page.waitForEvent('frameattached');
  release();
  await memory;
  await playerIn(page).expectPast(3);
  await follow(page, '/same');
  await expectToContinue(page, 2);
  await expect(dock(page)).toHaveCount(0);
  await expect(page.locator('iframe[src*="/player?"]')).toHaveCount(1);
});

test('stays silent after a pause, without the option, in another tab or origin, and without storage', async ({
  page,
  blog,
  context,
  product,
  watch,
}) => {
  const expectNothing = async (url: string, tab = page) => {
    await tab.goto(url);
    await tab.waitForLoadState('networkidle');
    await expect(dock(tab)).toHaveCount(0);
  };
  await listen(page, blog);
  await expectNothing(`${blog.origin}/none`, await context.newPage());
  await playerIn(page).pause().click();
  await expect.poll(() => playerIn(page).isPaused()).toBe(true); // no listener is as fast as `goto`
  await expectNothing(`${blog.origin}/none`);
  await listen(page, blog);
  await page.locator('iframe[src*="/player?"]').evaluate((frame) => frame.remove());
  await expectNothing(`${blog.origin}/none`);
  await listen(page, blog, '/off');
  await expectNothing(`${blog.origin}/none`);
  await listen(page, blog);
  await expectNothing(`${blog.origin.replace('127.0.0.1', 'localhost')}/none`);

  blog.pages['/sandboxed'] =
    `<iframe sandbox="allow-scripts" srcdoc='${episode(1)}<script async src="${product.site}/widgets.js" data-continue="true"></script>'></iframe>`;
  await page.goto(`${blog.origin}/sandboxed`);
  const inner = page.frameLocator('iframe').frameLocator('iframe[src*="/player?"]');
  await inner.getByRole('button', { name: /^Play/ }).first().waitFor();
  expect(watch.complaints).toEqual([]);
});

test('continues after one click on the dock if the browser wants one', async ({ page, blog }) => {
  // The drivers of both browsers count as gestures, so the page itself refuses before a click.
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    let isClicked = false;
    const allow = () => {
      isClicked = true;
      for (let n = 0; n < frames.length; n += 1) frames[n]?.postMessage('clicked', '*');
    };
    addEventListener('click', allow, true);
    addEventListener('message', ({ data }) => data === 'clicked' && allow());
    HTMLMediaElement.prototype.play = function () {
      if (isClicked) return play.call(this);
      return Promise.reject(new DOMException('No gesture', 'NotAllowedError'));
    };
  });
  for (const path of ['/none', '/same']) {
    const left = await listen(page, blog);
    await follow(page, path);
    const bar = path === '/none' ? dock(page).frameLocator('iframe') : dock(page);
    await bar.getByRole('button', { name: /^Play/ }).click();
    await expectToContinue(page, left);
    await expect(dock(page)).toHaveCount(path === '/none' ? 1 : 0);
  }
});
