import type { Page } from '@playwright/test';
import type { EarshotPlayerElement, EmbedController, EventName } from 'earshot/embed';
import { expect, test } from './control-page.ts';
import { readSuite } from './pages/control-host.ts';
import { PlayerObject } from './pages/player.ts';

declare global {
  interface Window {
    controller: EmbedController;
    heard: string[];
  }
}

const frame = (site: string, attributes = '', n = 1) =>
  `<iframe id="p${n}" src="${site}/player?episode_id=${n}" width="600" height="200" allow="autoplay" ${attributes}></iframe>`;

/** Creates a controller for the page's frame, as an outside developer would. */
async function control(page: Page): Promise<PlayerObject> {
  await page.evaluate(async () => {
    const module = '/dist/embed.js';
    const { createEmbedController, EVENTS } = await import(module);
    window.controller = createEmbedController(document.querySelector('iframe'));
    window.heard = [];
    for (const name of EVENTS as EventName[]) {
      window.controller.on(name, () => window.heard.push(name));
    }
    await window.controller.ready();
  });
  return new PlayerObject(page.frameLocator('iframe'));
}

test("the tests of Embedly's player.js client pass", { tag: '@smoke' }, async ({
  page,
  openHost,
  product,
}) => {
  const suite = await readSuite();
  const frames = [`${product.site}/player?episode_id=1`, `${product.site}/player?episode_id=2`];
  // Only the addresses of the frames are changed.
  const ours = suite.replace(/var FRAMES = \[[^\]]*\]/, `var FRAMES = ${JSON.stringify(frames)}`);
  expect(ours).toContain(frames[1]);
  await openHost(`<link rel="stylesheet" href="/player.js/test/lib/qunit-1.12.0.css">
<div id="qunit"></div><div id="qunit-fixture"></div>
<script src="/player.js/dist/player-0.1.0.js"></script>
<script src="/player.js/test/lib/qunit-1.12.0.js"></script>
<script>
// The suite makes its frames without the permission to play.
const create = document.createElement.bind(document);
document.createElement = (name) => Object.assign(create(name), name === 'iframe' && { allow: 'autoplay' });
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

test('every method and event works in a sandboxed frame', async ({
  page,
  openHost,
  product,
  watch,
}) => {
  await openHost(frame(product.site, 'sandbox="allow-scripts"'));
  const player = await control(page);
  const facts = () =>
    page.evaluate(async () => {
      const { controller } = window;
      return {
        paused: await controller.getPaused(),
        muted: await controller.getMuted(),
        volume: await controller.getVolume(),
        rate: await controller.getPlaybackRate(),
        loop: await controller.getLoop(),
        duration: Math.round(await controller.getDuration()),
      };
    });
  await page.evaluate(async () => {
    const { controller } = window;
    await controller.setVolume(30);
    await controller.mute();
    await controller.setPlaybackRate(2);
    await controller.setLoop(true);
  });
  expect(await facts()).toEqual({
    paused: true,
    muted: true,
    volume: 30,
    rate: 2,
    loop: true,
    duration: 192,
  });

  // Playback starts with sound at the requested second, reaches the end, and continues with another episode.
  const played = await page.evaluate(async () => {
    const { controller } = window;
    await controller.unmute();
    await controller.setLoop(false);
    await controller.setCurrentTime(20);
    await controller.play();
    return { at: await controller.getCurrentTime(), isPaused: await controller.getPaused() };
  });
  expect(played.isPaused).toBe(false);
  expect(played.at).toBeGreaterThanOrEqual(20);
  await player.expectPast(21);
  await page.evaluate(() => window.controller.pause());
  expect(await facts()).toMatchObject({ paused: true, muted: false, volume: 30, loop: false });
  await page.evaluate(async () => {
    const { controller } = window;
    const ended = new Promise((resolve) => controller.on('ended', () => resolve(null)));
    await controller.setCurrentTime(191);
    await controller.play();
    await ended;
    await controller.load('episode_id=2');
    await controller.prev();
    await controller.next();
  });
  const heard = () => page.evaluate(() => [...new Set(window.heard)].sort());
  // The other two events need a narrow frame or a failure. Tests below cover them.
  const all = await page.evaluate(async () => {
    const module = '/dist/embed.js';
    const { EVENTS } = await import(module);
    return (EVENTS as string[]).filter((name) => name !== 'resize' && name !== 'error').sort();
  });
  await expect.poll(heard).toEqual(all);
  expect(watch.complaints).toEqual([]);
});

test('several clients share one frame, which may reload, move, or be lazy', async ({
  page,
  openHost,
  product,
  watch,
}) => {
  await openHost(
    `<script src="/player.js/dist/player-0.1.0.js"></script>${frame(product.site)}<aside></aside>`,
  );
  await control(page);
  const shared = await page.evaluate(async () => {
    const module = '/dist/embed.js';
    const { createEmbedController } = await import(module);
    const second: EmbedController = createEmbedController(window.controller.iframe);
    // biome-ignore lint/suspicious/noExplicitAny: the package has no types
    const third = new (window as any).playerjs.Player('p1');
    await new Promise((resolve) => third.on('ready', resolve));
    third.setVolume(12);
    const volumes = await Promise.all([
      window.controller.getVolume(),
      second.getVolume(),
      new Promise((resolve) => third.getVolume(resolve)),
    ]);
    second.destroy();
    return { volumes, isFirstWell: (await window.controller.getVolume()) === 12 };
  });
  expect(shared).toEqual({ volumes: [12, 12, 12], isFirstWell: true });

  const [, inner] = page.frames();
  await inner?.evaluate(() => location.reload());
  const isReady = (name: string) => name === 'ready';
  await expect
    .poll(async () => (await page.evaluate(() => window.heard)).filter(isReady))
    .toEqual(['ready', 'ready']);
  await page.evaluate(() => window.controller.play());
  expect(await page.evaluate(() => window.heard)).toContain('play');

  // A frame that moves gets a new window with a new player. A removed frame has no player.
  const moved = await page.evaluate(async () => {
    const { controller } = window;
    const { iframe } = controller;
    document.querySelector('aside')?.append(iframe);
    const volume = await controller.getVolume();
    iframe.src = iframe.src.replace('episode_id=1', 'episode_id=2');
    await controller.play();
    iframe.remove();
    const lost = await Promise.race([
      controller.pause().then(() => 'done'),
      new Promise((resolve) => setTimeout(resolve, 500, 'waits')),
    ]);
    return { volume, lost, can: controller.supports('method', 'play') };
  });
  expect(moved).toEqual({ volume: 100, lost: 'waits', can: false });

  // A lazy frame far below loads nothing until a method is called.
  await openHost(`<div style="height:9000px"></div>${frame(product.site, 'loading="lazy"')}`);
  const lazy = await page.evaluate(async () => {
    const module = '/dist/embed.js';
    const { createEmbedController } = await import(module);
    const iframe = document.querySelector('iframe');
    const controller: EmbedController = createEmbedController(iframe);
    const isReady = await Promise.race([
      controller.ready().then(() => true),
      new Promise((resolve) => setTimeout(resolve, 300, false)),
    ]);
    const before = { isReady, loading: iframe?.loading };
    await controller.play();
    return { before, after: { isPaused: await controller.getPaused(), loading: iframe?.loading } };
  });
  expect(lazy).toEqual({
    before: { isReady: false, loading: 'lazy' },
    after: { isPaused: false, loading: 'eager' },
  });
  expect(watch.complaints).toEqual([]);
});

test('the controls of media-chrome drive <earshot-player>, with its chapters', async ({
  page,
  openHost,
  product,
  watch,
}) => {
  await openHost(`<media-controller audio style="width:600px">
  <earshot-player slot="media" src="${product.site}/player?episode_id=1" height="120px"></earshot-player>
  <media-control-bar style="width:100%"><media-play-button></media-play-button><media-mute-button></media-mute-button>
    <media-seek-forward-button seekoffset="30"></media-seek-forward-button><media-playback-rate-button></media-playback-rate-button>
    <media-time-range></media-time-range><media-time-display showduration></media-time-display></media-control-bar>
</media-controller>
<script src="/media-chrome/iife/index.js"></script>
<script type="module">
  import { defineEarshotPlayer } from '/dist/embed.js';
  await defineEarshotPlayer();
</script>`);
  const controls = page.locator('media-controller');
  const player = new PlayerObject(page.frameLocator('earshot-player iframe'));
  await expect(controls.locator('media-time-display')).toContainText('/ 3:11');
  await page.locator('media-play-button').click();
  await player.expectPast(1);
  await page.locator('media-seek-forward-button').click();
  await player.expectPast(30);
  await page.locator('media-playback-rate-button').click();
  await page.locator('media-mute-button').click();
  await expect(controls).toHaveAttribute('mediavolumelevel', 'off');
  await page.locator('media-play-button').click();
  await expect(controls).toHaveAttribute('mediapaused', '');
  const heard = await page
    .locator('earshot-player')
    .evaluate(async (media: EarshotPlayerElement) => [
      await media.controller?.getPaused(),
      await media.controller?.getMuted(),
      await media.controller?.getPlaybackRate(),
      media.seekable.end(0) === media.duration,
      [...media.textTracks].map(({ kind }) => kind),
    ]);
  expect(heard).toEqual([true, true, 1.2, true, expect.arrayContaining(['chapters'])]);
  const marks = () =>
    page.locator('media-time-range').evaluate((range) => {
      const { mediaChaptersCues } = range as unknown as { mediaChaptersCues: unknown[] };
      return mediaChaptersCues.length;
    });
  await expect.poll(marks).toBeGreaterThan(1);
  expect(watch.complaints).toEqual([]);
});

test('<earshot-player> is a media element, also after it moves within the page', {
  tag: '@smoke',
}, async ({ page, openHost, product, watch }) => {
  await openHost(`<earshot-player widget-url="${product.site}" resource="episode_id=1" theme="dark"><a href="/x">Listen</a></earshot-player>
<script type="module">
  import { defineEarshotPlayer } from '/dist/embed.js';
  const element = document.querySelector('earshot-player');
  element.playbackRate = 1.5; // before the element is defined
  await defineEarshotPlayer();
  window.heard = [];
  for (const name of ['play', 'playing', 'pause', 'ended', 'timeupdate', 'seeking', 'seeked', 'waiting', 'durationchange',
    'loadedmetadata', 'volumechange', 'ratechange', 'progress', 'error', 'statechange', 'episodechange']) {
    element.addEventListener(name, () => heard.push(name));
  }
</script>`);
  const element = page.locator('earshot-player');
  const player = new PlayerObject(page.frameLocator('earshot-player iframe'));
  await page.waitForFunction(() => window.heard);
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
    rate: media.playbackRate,
    isBuffered: media.buffered.end(0) > 30,
  }));
  expect(facts).toEqual({
    paused: false,
    volume: 0.5,
    duration: 192,
    isPast: true,
    rate: 1.5,
    isBuffered: true,
  });

  // A new theme needs a new player, which continues at the same position.
  const steps = await page.evaluate(() => history.length);
  await element.evaluate((media: EarshotPlayerElement) => {
    media.theme = 'light';
  });
  await player.expectPast(30);
  expect(await page.evaluate(() => history.length)).toBe(steps);

  await element.evaluate((media: EarshotPlayerElement) => {
    media.loop = true;
    media.muted = true;
    media.pause();
  });
  await expect.poll(() => player.isPaused()).toBe(true);
  const told = await element.evaluate(async (media: EarshotPlayerElement) => [
    await media.controller?.getLoop(),
    await media.controller?.getMuted(),
    await media.controller?.getPlaybackRate(),
    media.matches('[loop][theme="light"]'),
  ]);
  expect(told).toEqual([true, true, 1.5, true]);

  // The page sets and plays another episode, up to its end.
  await element.evaluate(async (media: EarshotPlayerElement) => {
    media.loop = false;
    media.resource = 'episode_id=2';
    await media.play();
    media.currentTime = media.duration - 0.5;
    await new Promise((resolve) => media.addEventListener('ended', resolve));
  });
  const expected = ['play', 'playing', 'pause', 'ended', 'timeupdate', 'seeking', 'seeked'];
  expected.push('durationchange', 'loadedmetadata', 'volumechange', 'progress', 'statechange');
  expect(await page.evaluate(() => window.heard)).toEqual(expect.arrayContaining(expected));

  await element.evaluate(async (media: EarshotPlayerElement) => {
    const aside = document.body.appendChild(document.createElement('aside'));
    aside.append(media);
    await media.play();
  });
  await new PlayerObject(page.frameLocator('aside iframe')).expectPast(0.3);
  expect(watch.complaints).toEqual([]);
});

test('a player requests more height while it needs it', async ({ page, openHost, product }) => {
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
  // Any panel that needs more height.
  await inner?.evaluate(() => {
    const panel = document.createElement('div');
    panel.style.height = '300px';
    document.querySelector('.es-embed')?.append(panel);
  });
  await expect.poll(async () => Number((await heights())[0])).toBeGreaterThan(300);
  await inner?.evaluate(() => document.querySelector('.es-embed > div:last-child')?.remove());
  await expect.poll(async () => (await heights()).at(-1)).toBe('200');
  expect(await heights()).toHaveLength(2);

  await expect.poll(() => inner?.evaluate(() => innerHeight)).toBe(200);
  // The panel closes before the page has answered, so the player requests its old height again.
  await inner?.evaluate(async () => {
    const panel = document.createElement('div');
    panel.style.height = '300px';
    document.querySelector('.es-embed')?.append(panel);
    await Promise.resolve();
    panel.remove();
  });
  await expect.poll(async () => (await heights()).length).toBe(4);
  expect((await heights()).at(-1)).toBe('200');
});
