import { readFileSync } from 'node:fs';
import type { Frame, Page } from '@playwright/test';
import type { Episode } from 'earshot/contract';
import type { EmbedController } from 'earshot/embed';
import { scriptSnippet } from '../../src/embed/snippets.ts';
import { delayScripts } from './delay-scripts.ts';
import { startControlHost } from './pages/control-host.ts';
import { PlayerObject } from './pages/player.ts';
import { test as base, expect, type Product } from './product.ts';

/** The loader's global, after it has loaded. */
interface Loaded {
  Earshot: {
    widgets: { load(): Promise<HTMLElement[]> };
    player(element: Element): Promise<EmbedController>;
  };
}

/** A third-party page with the loader at its end. */
const test = base.extend<{ visit: (body: (site: string) => string) => Promise<void> }>({
  visit: async ({ page, product }, use) => {
    const host = await startControlHost();
    await use(async (body) => {
      host.html = `${body(product.site)}<script async src="${product.site}/widgets.js"></script>`;
      await page.goto(`${host.origin}/`);
    });
    await host.close();
  },
});

const link = (data: string, text = 'Listen to "Why rooms sing" on Earshot.') =>
  `<a class="earshot-player" href="#there" ${data}>${text}</a>`;
const TEXT = `<p>${'So much to read. '.repeat(120)}</p>`;
const many = (count: number) =>
  Array.from({ length: count }, () => TEXT + link('data-resource="episode_id=1"')).join('');
const framesOf = (page: Page, { site }: Product) => page.locator(`iframe[src^="${site}/player?"]`);
const playerIn = (page: Page, n: number) =>
  new PlayerObject(page.frameLocator(`iframe >> nth=${n}`));

/** Adds up the layout shifts of the page. Chromium only; other browsers report none. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);

test('a facade requests only the loader and its drawing until a click, which plays', {
  tag: '@smoke',
}, async ({ page, product, visit, watch }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit(() => link('data-resource="episode_id=1" data-load="click"').repeat(2));
  const facade = page.getByRole('link', { name: /Why rooms sing/ });
  await expect.poll(async () => (await facade.first().boundingBox())?.height).toBe(200);
  await expect(facade.first()).toBeVisible();
  await expect.poll(() => asked.length).toBe(3);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([
    '/',
    '/widgets.js',
    expect.stringMatching(/^\/assets\/on-demand-facade-/),
  ]);
  await facade.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(framesOf(page, product)).toBeFocused();
  expect((await framesOf(page, product).boundingBox())?.height).toBe(200);
  await playerIn(page, 0).expectPast(0.2);

  // A page that shows a part again, or a copy of it, loads its frames again.
  await page.evaluate(() => {
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    const parts = [...document.body.childNodes].map((node) => node.cloneNode(true));
    frame.replaceWith(frame.cloneNode());
    document.body.append(...parts);
  });
  for (const n of [0, 1]) await playerIn(page, n).play().waitFor();
  await page.waitForLoadState('networkidle');
  for (const n of [0, 1]) await expect(playerIn(page, n).play()).toBeVisible();
  expect(watch.complaints).toEqual([]);
});

test('pages get controllers of players that are there or wait; a facade has one after its click', async ({
  page,
  visit,
  watch,
}) => {
  const placement = (load: string) =>
    link(`id="${load}" data-resource="episode_id=1" data-load="${load}"`);
  await visit(
    () => `<script>
  window.Earshot = window.Earshot || { q: [], ready: (f) => Earshot.q.push(f) };
  Earshot.ready((earshot) => { window.readied = earshot === window.Earshot && !!earshot.widgets.load; });
</script>${placement('now')}${placement('click')}`,
  );
  await expect(page.locator('iframe')).toHaveCount(1);
  const seen = await page.evaluate(async () => {
    const { Earshot, readied } = window as unknown as Loaded & { readied: boolean };
    const find = (id: string) => document.getElementById(id) as HTMLElement;
    const player = await Earshot.player(find('now'));
    return {
      readied,
      again: await Earshot.widgets.load(),
      duration: Math.round(await player.getDuration()),
      facade: await Earshot.player(find('click')).catch(({ reason }) => reason),
    };
  });
  expect(seen).toEqual({ readied: true, again: [], duration: 192, facade: 'not_an_embed' });
  await page.locator('#click').dispatchEvent('click');
  await page.evaluate(async () => {
    const { Earshot } = window as unknown as Loaded;
    await (await Earshot.player(document.getElementById('click') as HTMLElement)).play();
  });
  await new PlayerObject(page.frameLocator('#click + iframe')).expectPast(0.3);

  await visit(() => '');
  const made = page.evaluate(async (html) => {
    const { Earshot } = window as unknown as Loaded;
    document.body.insertAdjacentHTML('beforeend', html);
    const all = await Earshot.widgets.load();
    const [first, last] = [all[0], all[19]].map((one) => Earshot.player(one as Element));
    const lengths = [await first, await last].map(async (player) =>
      Math.round((await player?.getDuration()) ?? 0),
    );
    return [all.map(({ localName }) => localName).join(' '), ...(await Promise.all(lengths))];
  }, many(20));
  expect(await made).toEqual([`${'iframe '.repeat(3)}${'a '.repeat(17)}`.trim(), 192, 192]);
  expect(watch.complaints).toEqual([]);
});

test('a page that changes its routes keeps no frame of a player that it has controlled', async ({
  page,
  visit,
}) => {
  await visit(() => '<main></main>');
  await page.evaluate(async (html) => {
    const { Earshot } = window as unknown as Loaded;
    const root = document.querySelector('main') as HTMLElement;
    for (let route = 0; route < 4; route++) {
      root.innerHTML = html;
      await Earshot.widgets.load();
      await (await Earshot.player(root)).getDuration();
      root.innerHTML = '';
    }
  }, link('data-resource="episode_id=1"'));
  const session = await page.context().newCDPSession(page);
  await expect
    .poll(async () => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Memory.getDOMCounters')).documents;
    })
    .toBeLessThanOrEqual(2); // that of the page, and perhaps one that the browser still ends
});

test('the button of a facade stands where that of the player will stand', async ({
  page,
  product,
  visit,
}) => {
  const answer = await fetch(`${product.site}/api/v2/episodes/1`);
  const { episode } = ((await answer.json()) as { response: { episode: Episode } }).response;
  const data = `data-title="${episode.title}" data-show="${episode.show_title}" data-duration="191" data-image="${episode.image_url}"`;
  const sizes = [80, 200, 400].map((height) => `data-height="${height}"`);
  for (const width of [320, 640]) {
    await page.setViewportSize({ width: width + 16, height: 900 });
    // The letters and the direction of a page are not those of the player.
    const spaced =
      '<style>body{direction:rtl;letter-spacing:.4em;text-transform:uppercase;text-indent:3em}</style>';
    await visit(
      () =>
        spaced +
        sizes
          .map((size) => link(`data-resource="episode_id=1" data-load="click" ${data} ${size}`))
          .join('<br>'),
    );
    await expect(page.locator('[data-earshot-facade] .es-title').first()).toHaveCSS(
      'text-transform',
      'none',
    );
    const buttons = page.locator('[data-earshot-facade] .es-play');
    await expect(buttons).toHaveCount(sizes.length);
    for (const size of sizes) {
      await buttons.first().scrollIntoViewIfNeeded();
      const before = await buttons.first().boundingBox();
      const frame = framesOf(page, product);
      await page.locator('[data-earshot-facade] a').first().click();
      await expect(playerIn(page, (await frame.count()) - 1).pause()).toBeVisible();
      const after = await frame.last().contentFrame().locator('.es-play').boundingBox();
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(
          Math.abs((after?.[side] ?? 0) - (before?.[side] ?? 0)),
          `${width} ${size} ${side}`,
        ).toBeLessThan(2);
    }
  }
});

/** Code that keeps the place of its player until the script arrives. */
const HOLDING: Readonly<Record<string, (widgetUrl: string, height: string) => string>> = {
  'the code of the dialog': (widgetUrl, height) =>
    scriptSnippet({
      options: { resource: 'episode_id=1', height: height.replace(/(\d)$/, '$1px') },
      title: 'Why rooms sing',
      link_url: '#there',
      widgetUrl,
      productName: 'Earshot',
      holdsPlace: true,
    }),
  'a stylesheet for older code': (_, height) =>
    `<style>${styleOfDocument()}</style>${link(`data-resource="episode_id=1" data-height="${height}"`)}`,
};
/** The rule for stylesheets in docs/embed.md. */
const styleOfDocument = () => /```css\n([^`]*)```/.exec(readFileSync('docs/embed.md', 'utf8'))?.[1];

test('a late script moves nothing', async ({ page, product, visit }) => {
  await watchShifts(page);
  for (const [name, code] of Object.entries(HOLDING)) {
    await test.step(name, async () => {
      const arrive = await delayScripts(page);
      const codes = ['200px', '96px', '400'].map((height) => code(product.site, height));
      const shown = visit(() => `<p>Before</p>${codes.join('')}<p>After</p>`);
      const after = page.getByText('After');
      await expect(after).toBeVisible();
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      ); // painted
      const place = await after.boundingBox();
      arrive();
      await shown;
      await expect(playerIn(page, 0).play()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await after.boundingBox()).toEqual(place);
      expect(await shiftOf(page)).toBe(0);
    });
  }
});

test('a player moves nothing in sight', async ({ page, product, visit }) => {
  await watchShifts(page);
  await visit(() => link('data-resource="episode_id=1"'));
  await expect(playerIn(page, 0).play()).toBeVisible();
  // A later player moves only the content below it, and nothing is below this one.
  await page.evaluate(
    (html) => document.body.insertAdjacentHTML('beforeend', html),
    link('data-resource="episode_id=2"'),
  );
  await expect(playerIn(page, 1).play()).toBeVisible();
  expect(await shiftOf(page)).toBe(0);
  await expect(framesOf(page, product)).toHaveCount(2);

  // Many later players do not shift it either.
  for (const more of ['', 'data-load="click"']) {
    await visit(() => '');
    await page.waitForFunction(() => window.Earshot?.widgets);
    await page.evaluate(
      (html) => document.body.insertAdjacentHTML('beforeend', html),
      (TEXT + link(`data-resource="episode_id=1" ${more}`)).repeat(20),
    );
    const heights = () =>
      page
        .locator('[data-earshot-facade], iframe, body > a:not([data-mounted])')
        .evaluateAll((all) => all.map(({ clientHeight }) => clientHeight).filter(Boolean));
    await expect.poll(heights).toEqual(Array(20).fill(200));
    expect(await shiftOf(page)).toBe(0);
  }
});

test('players pause one another, also in sandboxes without storage', async ({
  page,
  visit,
  watch,
}) => {
  const frame =
    '<iframe class="earshot-player" sandbox="allow-scripts" data-resource="episode_id=1"></iframe>';
  await visit(() => frame + frame + link('data-resource="episode_id=1"'));
  for (const n of [0, 1, 2]) {
    await playerIn(page, n).play().click();
    await playerIn(page, n).expectPast(0.2);
    if (n > 0) await expect.poll(() => playerIn(page, n - 1).isPaused()).toBe(true);
  }
  expect(watch.complaints).toEqual([]);
});

test.describe('a page with many players', () => {
  const links = (page: Page) => page.locator('a.earshot-player');
  /** The element that stands for the player of a link: the frame after it, or the link itself. */
  const standsFor = (page: Page, n: number) =>
    links(page)
      .nth(n)
      .evaluateHandle((link) =>
        link.nextElementSibling?.localName === 'iframe' ? link.nextElementSibling : link,
      );
  const playerOf = async (page: Page, n: number) => {
    await expect(links(page).nth(n)).toHaveAttribute('data-mounted', '');
    const frame = await (await standsFor(page, n)).asElement()?.contentFrame();
    return new PlayerObject(frame as Frame);
  };
  /** Indexes of the links that have players. */
  const shown = (page: Page) =>
    links(page).evaluateAll((all) =>
      all.flatMap((link, n) => (link.hasAttribute('data-mounted') ? [n] : [])),
    );
  const scrollTo = async (page: Page, n: number) =>
    (await standsFor(page, n)).evaluate((one: Element) => one.scrollIntoView());
  const sizes = (page: Page) =>
    page.locator('body > a.earshot-player:not([data-mounted]), body > iframe').evaluateAll((all) =>
      all.map((one) => {
        const { height, width } = one.getBoundingClientRect();
        return [height, width === document.body.clientWidth];
      }),
    );

  test('reserves the place of all players, loads those near the viewport, and removes those of removed links', async ({
    page,
    visit,
    watch,
  }) => {
    await visit(() => many(20));
    await expect.poll(() => sizes(page)).toEqual(Array(20).fill([200, true]));
    await (await playerOf(page, 0)).play().waitFor();
    expect(Math.max(...(await shown(page)))).toBeLessThan(5);
    await scrollTo(page, 12);
    const player = await playerOf(page, 12);
    await player.play().click();
    await player.expectPast(0.2);
    // The next player is loaded before the reader scrolls to it.
    await expect.poll(() => shown(page)).toContain(14);
    expect(await shown(page)).not.toContain(8);
    expect(await sizes(page)).toEqual(Array(20).fill([200, true]));

    await links(page).evaluateAll((all) => {
      for (const link of all) link.remove();
    });
    await expect(page.locator('iframe, a')).toHaveCount(0);
    expect(watch.complaints).toEqual([]);
  });

  test('keeps working if the page moves, copies, changes or removes placements', async ({
    page,
    product,
    visit,
    watch,
  }) => {
    await visit(() => many(20));
    await expect.poll(() => sizes(page)).toHaveLength(20);
    await page.evaluate(() => {
      const at = (n: number) => document.querySelectorAll('a')[n] as HTMLElement;
      const [wrapped, moved, removed, changed] = [at(10), at(12), at(14), at(15)];
      const wrapper = document.createElement('div');
      wrapped.replaceWith(wrapper);
      wrapper.append(wrapped);
      document.body.append(moved);
      removed.remove();
      changed.dataset.resource = 'show_id=1';
      // Some navigation libraries restore a copy of the page.
      document.body.append(...[...document.body.childNodes].map((node) => node.cloneNode(true)));
    });
    await expect(links(page)).toHaveCount(38);
    for (const n of [10, 11, 13, 18, 29, 37]) {
      await scrollTo(page, n);
      await (await playerOf(page, n)).play().waitFor();
      const player = await standsFor(page, n);
      expect(await player.evaluate(({ clientHeight }) => clientHeight)).toBe(200);
    }
    const changed = await (await standsFor(page, 13)).getProperty('src');
    expect(await changed.jsonValue()).toBe(`${product.site}/player?show_id=1`);
    expect(watch.complaints).toEqual([]);
  });

  test('gives placements that wait the players that their page asks for now', async ({
    page,
    visit,
  }) => {
    await visit(() => many(20));
    await expect.poll(() => sizes(page)).toHaveLength(20);
    await page.evaluate(
      () =>
        new Promise((done) => {
          // The players appear one after the other. Meanwhile the page replaces all that are still pending.
          const observer = new MutationObserver(() => {
            observer.disconnect();
            for (const one of document.querySelectorAll<HTMLElement>('a:not([data-mounted])')) {
              one.dataset.resource = 'show_id=1';
            }
            setTimeout(done, 300); // by then, earlier players would have appeared
          });
          observer.observe(document, { subtree: true, attributeFilter: ['data-mounted'] });
          document.querySelectorAll('a')[8]?.scrollIntoView();
        }),
    );
    await scrollTo(page, 12);
    await (await playerOf(page, 12)).play().waitFor();
    const changed = 'a[data-resource="show_id=1"] + iframe';
    await expect(page.locator(`${changed}[src$="show_id=1"]`).first()).toBeAttached();
    await expect(page.locator(`${changed}[src*="episode_id"]`)).toHaveCount(0);
  });

  test('contains all players if the second file of the loader does not arrive', async ({
    page,
    product,
    visit,
  }) => {
    await page.route('**/assets/on-demand-*.js', (route) => route.abort());
    await visit(() => many(20));
    await expect(framesOf(page, product)).toHaveCount(20);
    await playerIn(page, 0).play().waitFor();
  });
});
