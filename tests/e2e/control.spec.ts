import type { Page } from '@playwright/test';
import type { EarshotPlayerElement, EmbedController } from 'earshot/embed';
import { type ControlHost, readSuite, startControlHost } from './pages/control-host.ts';
import { PlayerObject } from './pages/player.ts';
import { test as base, expect } from './product.ts';

const test = base.extend<{ openHost: (html: string) => Promise<void> }, { host: ControlHost }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern
    async ({}, use) => {
      const host = await startControlHost();
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  openHost: async ({ page, host }, use) => {
    await use(async (html) => {
      host.html = html;
      await page.goto(host.origin);
    });
  },
});

// A page's script plays here: what a browser allows without a gesture is another matter.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--autoplay-policy=no-user-gesture-required'];
    await use({ ...launchOptions, args });
  },
});

declare global {
  interface Window {
    controller: EmbedController;
    heard: string[];
  }
}

const frame = (site: string, attributes = '', n = 1) =>
  `<iframe id="p${n}" src="${site}/player?episode_id=${n}" width="600" height="200" allow="autoplay" ${attributes}></iframe>`;

/** A page with a controller for its frame, as an outside developer would write it. */
async function control(page: Page): Promise<PlayerObject> {
  await page.evaluate(async () => {
    const module = '/dist/embed.js';
    const { createEmbedController } = await import(module);
    window.controller = createEmbedController(document.querySelector('iframe'));
    window.heard = [];
    for (const name of ['play', 'pause', 'ended', 'seeked', 'episodechange', 'ready'] as const) {
      window.controller.on(name, () => window.heard.push(name));
    }
    await window.controller.ready();
  });
  return new PlayerObject(page.frameLocator('iframe'));
}

test.describe("Embedly's player.js client", () => {
  test('controls the player unchanged', async ({ page, openHost, product, watch }) => {
    await openHost(`<script src="/player.js/dist/player-0.1.0.js"></script>${frame(product.site)}`);
    const seen = await page.evaluate(
      () =>
        new Promise<Record<string, unknown>>((resolve) => {
          // biome-ignore lint/suspicious/noExplicitAny: the package has no types
          const { playerjs } = window as any;
          const player = new playerjs.Player('p1');
          player.on('ready', () => {
            player.setVolume(40);
            player.on('timeupdate', ({ seconds, duration }: Record<string, number>) => {
              if (!seconds || seconds < 12) return;
              player.off('timeupdate');
              player.on('pause', () => {
                player.getVolume((volume: number) =>
                  resolve({ seconds, duration, volume, next: player.supports('method', 'next') }),
                );
              });
              player.pause();
            });
            player.on('play', () => player.setCurrentTime(12));
            player.play();
          });
        }),
    );
    expect(seen).toMatchObject({ volume: 40, next: true });
    expect(Math.round(Number(seen.duration))).toBe(192);
    expect(watch.complaints).toEqual([]);
  });

  test('finds a frame that was ready before it', async ({ page, openHost, product }) => {
    await openHost(`<script src="/player.js/dist/player-0.1.0.js"></script>${frame(product.site)}`);
    await expect(new PlayerObject(page.frameLocator('iframe')).play()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const duration = await page.evaluate(
      () =>
        new Promise((resolve) => {
          // biome-ignore lint/suspicious/noExplicitAny: the package has no types
          const player = new (window as any).playerjs.Player('p1');
          player.on('ready', () => player.getDuration(resolve));
        }),
    );
    expect(duration).toBeGreaterThan(190);
  });

  test('its own test suite passes', async ({ page, openHost, product }) => {
    const suite = await readSuite();
    const frames = [`${product.site}/player?episode_id=1`, `${product.site}/player?episode_id=2`];
    // Only the addresses of the frames are ours.
    const ours = suite.replace(/var FRAMES = \[[^\]]*\]/, `var FRAMES = ${JSON.stringify(frames)}`);
    expect(ours).toContain(frames[1]);
    await openHost(`<link rel="stylesheet" href="/player.js/test/lib/qunit-1.12.0.css">
<div id="qunit"></div><div id="qunit-fixture"></div>
<script src="/player.js/dist/player-0.1.0.js"></script>
<script src="/player.js/test/lib/qunit-1.12.0.js"></script>
<script>
  QUnit.config.reorder = false;
  QUnit.config.testTimeout = 20000;
  window.results = [];
  QUnit.testDone((test) => results.push(test));
</script>
<script>${ours}</script>`);
    const tests = (suite.match(/asyncTest\(/g) ?? []).length;
    const results = () =>
      page.evaluate(
        () => (window as unknown as { results: { name: string; failed: number }[] }).results,
      );
    await expect
      .poll(async () => (await results()).length, { timeout: 50_000 })
      .toBe(frames.length * tests);
    expect((await results()).filter(({ failed }) => failed > 0)).toEqual([]);
  });
});

for (const sandbox of ['', 'sandbox="allow-scripts"']) {
  test(`the controller controls a frame ${sandbox}`, async ({ page, openHost, product, watch }) => {
    await openHost(frame(product.site, sandbox));
    const player = await control(page);
    const before = await page.evaluate(async () => {
      const { controller } = window;
      await controller.setVolume(30);
      await controller.setPlaybackRate(2);
      return {
        paused: await controller.getPaused(),
        volume: await controller.getVolume(),
        rate: await controller.getPlaybackRate(),
        duration: Math.round(await controller.getDuration()),
      };
    });
    expect(before).toEqual({ paused: true, volume: 30, rate: 2, duration: 192 });
    await page.evaluate(() => window.controller.setCurrentTime(20));
    await page.evaluate(() => window.controller.play());
    await player.expectPast(21);
    await page.evaluate(() => window.controller.pause());
    await expect.poll(() => player.isPaused()).toBe(true);
    const heard = () => page.evaluate(() => window.heard);
    // The browser seeks when it has enough of the audio.
    await expect
      .poll(async () => (await heard()).filter((name) => name !== 'seeked'))
      .toEqual(['ready', 'play', 'pause']);
    expect(await heard()).toContain('seeked');
    expect(watch.complaints).toEqual([]);
  });
}

test('the controller goes on when the frame loads anew', async ({
  page,
  openHost,
  product,
  watch,
}) => {
  await openHost(frame(product.site));
  const player = await control(page);
  const [, inner] = page.frames();
  await inner?.evaluate(() => location.reload());
  await expect.poll(() => page.evaluate(() => window.heard)).toEqual(['ready', 'ready']);
  await page.evaluate(() => window.controller.play());
  await player.expectPast(0.5);
  expect(await page.evaluate(() => window.heard)).toContain('play');
  expect(watch.complaints).toEqual([]);
});

test('the controller loads another episode and plays on', async ({ page, openHost, product }) => {
  await openHost(frame(product.site));
  const player = await control(page);
  await page.evaluate(() => window.controller.play());
  await player.expectPast(0.5);
  await page.evaluate(() => window.controller.load('episode_id=2'));
  await expect.poll(() => page.evaluate(() => window.heard)).toContain('episodechange');
  await expect.poll(() => player.isPaused()).toBe(false);
});

test('an unknown episode tells that it offers nothing, and why', async ({
  page,
  openHost,
  product,
}) => {
  await openHost(frame(product.site, '', 999_999));
  const seen = await page.evaluate(async () => {
    const module = '/dist/embed.js';
    const { createEmbedController } = await import(module);
    const controller: EmbedController = createEmbedController(document.querySelector('iframe'));
    const failed = new Promise((resolve) => controller.on('error', resolve));
    const reason = await controller.play().catch((error) => error.reason);
    return { reason, failed: await failed };
  });
  expect(seen).toEqual({ reason: 'unsupported', failed: { code: -1, msg: 'EPISODE_UNAVAILABLE' } });
});

test('a destroyed controller leaves the player alone', async ({ page, openHost, product }) => {
  await openHost(frame(product.site));
  const player = await control(page);
  const reason = await page.evaluate(async () => {
    const open = window.controller.getVolume();
    window.controller.destroy();
    return open.catch((error) => error.reason);
  });
  expect(reason).toBe('destroyed');
  await player.play().click();
  await player.expectPast(0.3);
  expect(await page.evaluate(() => window.heard)).toEqual(['ready']);
});

test('<earshot-player> is a media element', async ({ page, openHost, product, watch }) => {
  await openHost(`<earshot-player widget-url="${product.site}" resource="episode_id=1" theme="dark"><a href="/x">Listen</a></earshot-player>
<script type="module">
  import { defineEarshotPlayer } from '/dist/embed.js';
  defineEarshotPlayer();
</script>`);
  const element = page.locator('earshot-player');
  const player = new PlayerObject(page.frameLocator('earshot-player iframe'));
  await element.evaluate(async (media: EarshotPlayerElement) => {
    media.volume = 0.5;
    media.currentTime = 30;
    await media.play();
  });
  await player.expectPast(31);
  const facts = await element.evaluate((media: EarshotPlayerElement) => ({
    paused: media.paused,
    volume: media.volume,
    duration: Math.round(media.duration),
    isPast: media.currentTime > 30,
  }));
  expect(facts).toEqual({ paused: false, volume: 0.5, duration: 192, isPast: true });

  const steps = await page.evaluate(() => history.length);
  await element.evaluate((media) => media.setAttribute('theme', 'light'));
  await player.expectPast(30);
  expect(await page.evaluate(() => history.length)).toBe(steps);

  await element.evaluate((media: EarshotPlayerElement) => media.pause());
  await expect.poll(() => player.isPaused()).toBe(true);
  expect(watch.complaints).toEqual([]);
});

test('<earshot-player> moves about the page', async ({ page, openHost, product, watch }) => {
  await openHost('<main></main><aside></aside>');
  await page.evaluate(async (widgetUrl) => {
    const module = '/dist/embed.js';
    const { defineEarshotPlayer } = await import(module);
    defineEarshotPlayer();
    const element = document.createElement('earshot-player');
    element.setAttribute('widget-url', widgetUrl);
    element.setAttribute('resource', 'episode_id=1');
    document.querySelector('main')?.append(element);
    await element.play();
    document.querySelector('aside')?.append(element);
    await element.play();
  }, product.site);
  const player = new PlayerObject(page.frameLocator('aside iframe'));
  await player.expectPast(0.5);
  expect(watch.complaints).toEqual([]);
});

test('a player at any height asks for no other as long as nothing is cut off', async ({
  page,
  openHost,
  product,
}) => {
  const sizes = [80, 120, 200, 400, 600].flatMap((height) =>
    [320, 480, 800].map((width) => ({ width, height })),
  );
  const frames = sizes.map(
    ({ width, height }, n) =>
      `<iframe src="${product.site}/player?episode_id=1&_=${n}" width="${width}" height="${height}"></iframe>`,
  );
  await openHost(`<script>
  window.asked = [];
  let ready = 0;
  addEventListener('message', ({ data, source }) => {
    const { event, value } = JSON.parse(data);
    if (event === 'ready') document.body.dataset.ready = ++ready;
    if (event !== 'resize') return;
    const { width, height } = [...document.querySelectorAll('iframe')].find((f) => f.contentWindow === source);
    asked.push([width, height, value.height].join(' '));
  });
</script>${frames.join('')}`);
  await expect(page.locator('body')).toHaveAttribute('data-ready', String(sizes.length));
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual([]);
});

test('a player asks for the height that it needs, and gives it back', async ({
  page,
  openHost,
  product,
}) => {
  await openHost(frame(product.site));
  await control(page);
  await page.evaluate(() => {
    window.controller.on('resize', ({ height }) => {
      window.heard.push(String(height));
      window.controller.iframe.style.height = `${height}px`;
    });
  });
  const [, inner] = page.frames();
  const heights = () => page.evaluate(() => window.heard.filter((name) => Number(name) > 0));
  // A panel of any kind: what opens it is the player's affair.
  await inner?.evaluate(() => {
    const panel = document.createElement('div');
    panel.style.flex = '0 0 300px';
    document.querySelector('.es-embed')?.append(panel);
  });
  await expect.poll(async () => Number((await heights())[0])).toBeGreaterThan(300);
  await inner?.evaluate(() => document.querySelector('.es-embed > div:last-child')?.remove());
  await expect.poll(async () => (await heights()).at(-1)).toBe('200');
  expect(await heights()).toHaveLength(2);
});
