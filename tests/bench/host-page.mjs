// A blog page with many players, as script snippets, as facades (data-load="click"), or as bare `<audio>` iframes with
// loading=lazy, and what it costs.
import { launchChromium, openSlowPage } from './bench-browsers.mjs';
import { servePages } from './bench-product.mjs';

export const QUIET_MS = 1_000; // a page without requests for this long has finished loading
const TEXT = `<p>${'Yesterday I listened to this, and it stayed with me for the rest of the day. '.repeat(4)}</p>`;
const SAMPLES = 5; // the embeds play these episodes in turn

/** All frames run in the page's process, as on phones with little memory, so that its main thread does all the work. */
export const launchHostBrowser = () =>
  launchChromium([
    '--disable-site-isolation-trials',
    '--disable-features=IsolateOrigins,site-per-process',
  ]);

/** Serves the pages: `kinds` are the ways to embed, `urlOf(kind, count)` is the address of a page. */
export async function serveHostPages({ site, episode }) {
  const frames = await servePages(
    'localhost',
    () =>
      `<!doctype html><title>x</title><link rel="icon" href="data:,"><audio controls preload="none" src="${episode.http_url}"></audio>`,
  );
  const snippet = (id, more = '') =>
    `<div style="min-height:200px"><a class="earshot-player" href="${episode.site_url}" data-resource="episode_id=${id}" data-width="100%" data-height="200px"${more}>Listen to "${episode.title}" on Earshot.</a><script async src="${site}/widgets.js" charset="utf-8"></script></div>`;
  const kinds = {
    bare: {
      embed: (at) =>
        `<iframe src="${frames.origin}/${at}" loading="lazy" width="100%" height="200" frameborder="0"></iframe>`,
      find: "() => document.querySelector('audio')",
    },
    snippet: {
      embed: (at) => snippet((at % SAMPLES) + 1),
      find: "() => document.querySelector('.es-play')",
    },
    facade: {
      embed: (at) => snippet((at % SAMPLES) + 1, ' data-load="click"'),
      // From now on a click plays instead of following the link.
      find: "() => document.querySelector('[data-earshot-facade]')?.shadowRoot.querySelector('.es-play')",
    },
  };
  /** The pages are on another site than their frames. */
  const hosts = await servePages('127.0.0.1', ({ pathname, searchParams }) => {
    const { embed } = kinds[pathname.slice(1)] ?? {};
    if (!embed) return undefined;
    const count = Number(searchParams.get('count'));
    const articles = Array.from({ length: count }, (_, at) => `${TEXT}${embed(at)}`);
    return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A blog</title><link rel="icon" href="data:,"><body>${articles.join('')}${TEXT}</body></html>`;
  });
  return {
    kinds,
    urlOf: (kind, count) => `${hosts.origin}/${kind}?count=${count}`,
    close() {
      hosts.close();
      frames.close();
    },
  };
}

/** Counts requests. `quiet()` resolves after the next QUIET_MS without a request. */
function watchNetwork(session) {
  const seen = { requests: 0, bytes: 0, at: performance.now() };
  const note = (change) => (event) => {
    change(event);
    seen.at = performance.now();
  };
  session.on(
    'Network.requestWillBeSent',
    note(({ request }) => {
      if (!request.url.startsWith('data:')) seen.requests++;
    }),
  );
  session.on(
    'Network.loadingFinished',
    note(({ encodedDataLength }) => {
      seen.bytes += encodedDataLength;
    }),
  );
  return {
    seen,
    async quiet() {
      seen.at = performance.now();
      while (performance.now() - seen.at < QUIET_MS)
        await new Promise((resolve) => setTimeout(resolve, 100));
    },
  };
}

/** Milliseconds of the page's main thread since `Performance.enable`. */
export async function readTaskMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

export const SHIFT = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

export const shiftOf = (page) => page.evaluate(() => window.shift);

/** The cost of the page until it has loaded, and until a reader has scrolled to its end. */
export async function measureCost(browser, url, stepMs) {
  const { page, session, close } = await openSlowPage(browser);
  await page.addInitScript(SHIFT);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const network = watchNetwork(session);
  const before = await readTaskMs(session);
  await page.goto(url);
  await network.quiet();
  const task = (await readTaskMs(session)) - before;
  const { requests, bytes } = network.seen;
  const countLoaded = () =>
    page.frames().filter((frame) => frame.url().startsWith('http')).length - 1;
  const loaded = countLoaded();
  // Scroll to the end. Nothing may move.
  await page.evaluate(async (stepMs) => {
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy(0, innerHeight / 2);
      await new Promise((resolve) => setTimeout(resolve, stepMs));
    }
  }, stepMs);
  await network.quiet();
  const read = (await readTaskMs(session)) - before;
  const shift = await shiftOf(page);
  const atEnd = countLoaded();
  await close();
  return { task, requests, bytes, loaded, read, atEnd, shift };
}
