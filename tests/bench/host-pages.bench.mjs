// The cost of 1, 10 and 50 embeds for the page around them, as script snippets and as facades (data-load="click"),
// compared with as many bare `<audio>` iframes with loading=lazy, in alternating rounds. All frames run in the page's
// process, as on phones with little memory, so that its main thread does all the work. Chromium only.
// ROUNDS=1 COUNTS=50 gives a quick result. The reader skims: half a window every STEP_MS, 100 by default, in which players
// that are only passed by do not load. STEP_MS=700 is a reader, for whom every player loads.
import { notePainted, openSlowPage, SLOW } from './bench-browsers.mjs';
import { startProduct } from './bench-product.mjs';
import {
  launchHostBrowser,
  measureCost,
  QUIET_MS,
  SHIFT,
  serveHostPages,
  shiftOf,
} from './host-page.mjs';
import { median, ratio, say, sayTable } from './report.mjs';

const COUNTS = (process.env.COUNTS ?? '1,10,50').split(',').map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const STEP_MS = Number(process.env.STEP_MS ?? 100);
const TARGETS =
  'at 50: main thread 0.8x, first usable 1.3x; read to the end 1.2x; facade: first usable 0.5x, three requests';

const product = await startProduct();
const { kinds: KINDS, urlOf, close: closeHosts } = await serveHostPages(product);
const browser = await launchHostBrowser();

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

const runs = new Map();
for (let round = 0; round < ROUNDS; round++) {
  for (const count of COUNTS) {
    for (const kind of Object.keys(KINDS)) {
      const key = `${kind} ${count}`;
      runs.set(key, [
        ...(runs.get(key) ?? []),
        {
          ...(await measureUsable(kind, count)),
          ...(await measureCost(browser, urlOf(kind, count), STEP_MS)),
        },
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
closeHosts();
await product.stop();
