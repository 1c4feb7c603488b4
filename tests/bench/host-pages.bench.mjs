// The cost of 1, 10 and 50 embeds for the page around them, as script snippets and as facades (data-load="click"),
// compared with as many bare `<audio>` iframes with loading=lazy, in alternating rounds. All frames run in the page's
// process, as on phones with little memory, so that its main thread does all the work. Chromium only.
// ROUNDS=1 COUNTS=50 gives a quick result. The reader skims: half a window every STEP_MS, 100 by default, in which players
// that are only passed by do not load. STEP_MS=700 is a reader, for whom every player loads.
import { launchChromium, notePainted, openSlowPage, SLOW } from './bench-browsers.mjs';
import { servePages, startProduct } from './bench-product.mjs';
import { median, ratio, say, sayTable } from './report.mjs';

const COUNTS = (process.env.COUNTS ?? '1,10,50').split(',').map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const STEP_MS = Number(process.env.STEP_MS ?? 100);
const QUIET_MS = 1_000; // a page without requests for this long has finished loading
const TARGETS =
  'at 50: main thread 0.8x, first usable 1.3x; read to the end 1.2x; facade: first usable 0.5x, three requests';
const TEXT = `<p>${'Yesterday I listened to this, and it stayed with me for the rest of the day. '.repeat(4)}</p>`;

const product = await startProduct();
const { site, episode } = product;
const frames = await servePages(
  'localhost',
  () =>
    `<!doctype html><title>x</title><link rel="icon" href="data:,"><audio controls preload="none" src="${episode.http_url}"></audio>`,
);

const snippet = (id, more = '') =>
  `<div style="min-height:200px"><a class="earshot-player" href="${episode.site_url}" data-resource="episode_id=${id}" data-width="100%" data-height="200px"${more}>Listen to "${episode.title}" on Earshot.</a><script async src="${site}/widgets.js" charset="utf-8"></script></div>`;
const SAMPLES = 5; // the embeds play these episodes in turn
const KINDS = {
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
  const { embed } = KINDS[pathname.slice(1)] ?? {};
  if (!embed) return undefined;
  const count = Number(searchParams.get('count'));
  const articles = Array.from({ length: count }, (_, at) => `${TEXT}${embed(at)}`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A blog</title><link rel="icon" href="data:,"><body>${articles.join('')}${TEXT}</body></html>`;
});

const browser = await launchChromium([
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process',
]);

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

async function readTaskMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

const SHIFT = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

const urlOf = (kind, count) => `${hosts.origin}/${kind}?count=${count}`;
const shiftOf = (page) => page.evaluate(() => window.shift);

/** The first visit. Observing the page uses its main thread, so the cost is measured in a separate visit. */
async function measureUsable(kind, count) {
  const { page, close } = await openSlowPage(browser);
  await page.addInitScript(SHIFT);
  await notePainted(page, KINDS[kind].find);
  await page.goto(urlOf(kind, count), { waitUntil: 'commit' });
  const startedAt = await page.evaluate(() => performance.timeOrigin);
  let painted = [];
  while (painted.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    // A lazy frame has no address before the browser loads it.
    const loaded = page.frames().filter((frame) => frame.url().startsWith('http'));
    const times = loaded.map((frame) => frame.evaluate(() => window.paintedAt).catch(() => {}));
    painted = (await Promise.all(times)).filter(Boolean);
  }
  // The second visit has a warm cache.
  await page.goto(urlOf(kind, count));
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const shiftAgain = await shiftOf(page);
  await close();
  return { usable: Math.min(...painted) - startedAt, shiftAgain };
}

async function measureCost(kind, count) {
  const { page, session, close } = await openSlowPage(browser);
  await page.addInitScript(SHIFT);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const network = watchNetwork(session);
  const before = await readTaskMs(session);
  await page.goto(urlOf(kind, count));
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
  }, STEP_MS);
  await network.quiet();
  const read = (await readTaskMs(session)) - before;
  const shift = await shiftOf(page);
  const atEnd = countLoaded();
  await close();
  return { task, requests, bytes, loaded, read, atEnd, shift };
}

const runs = new Map();
for (let round = 0; round < ROUNDS; round++) {
  for (const count of COUNTS) {
    for (const kind of Object.keys(KINDS)) {
      const key = `${kind} ${count}`;
      runs.set(key, [
        ...(runs.get(key) ?? []),
        { ...(await measureUsable(kind, count)), ...(await measureCost(kind, count)) },
      ]);
    }
  }
}

const show = {
  task: (ms) => `${ms.toFixed(0)} ms`,
  usable: (ms) => `${ms.toFixed(0)} ms`,
  read: (ms) => `${ms.toFixed(0)} ms`,
  bytes: (bytes) => `${(bytes / 1000).toFixed(1)} kB`,
  requests: String,
  loaded: String,
  atEnd: String,
  shift: (value) => value.toFixed(3),
  shiftAgain: (value) => value.toFixed(3),
};
const COMPARED = ['task', 'usable', 'read'];
say(`A third-party page with players (targets ${TARGETS})`);
sayTable([
  [
    'players',
    'as',
    'main thread',
    'first usable',
    'read to the end',
    'bytes',
    'requests',
    'frames loaded',
    'at the end',
    'layout shift',
    'second visit',
  ],
  ...COUNTS.flatMap((count) =>
    Object.keys(KINDS).map((kind) => {
      const value = (name, of = kind) => median(runs.get(`${of} ${count}`).map((run) => run[name]));
      const cell = (name) =>
        show[name](value(name)) +
        (kind !== 'bare' && COMPARED.includes(name)
          ? ` ${ratio(value(name), value(name, 'bare'))}`
          : '');
      return [
        count,
        kind === 'bare' ? 'bare iframe' : kind,
        ...[
          'task',
          'usable',
          'read',
          'bytes',
          'requests',
          'loaded',
          'atEnd',
          'shift',
          'shiftAgain',
        ].map(cell),
      ];
    }),
  ),
]);
say(`(${SLOW}; processor time of the main thread; medians of ${ROUNDS} alternating rounds)`);

await browser.close();
hosts.close();
frames.close();
await product.stop();
