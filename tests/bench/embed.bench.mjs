// The processor time of the playing embed, compared with a bare `<audio controls>` that plays the same file: of all
// processes of the browser, and of the page's main thread. The rounds alternate, each in a fresh Chromium. Linux only.
// ROUNDS=1 gives a quick result.
import { readdirSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { servePages, startProduct } from './bench-product.mjs';
import { giveUp, median, ratio, say, sayTable } from './report.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SETTLE_MS = 3_000; // the cost of starting is not counted
const PLAY_MS = 10_000;
const TARGET = 'target: all processes 1.1x';
const TICK_MS = 10; // the unit of /proc/*/stat on every Linux that Node supports

if (process.platform !== 'linux') giveUp('it reads /proc.');

const product = await startProduct();
const { site, episode } = product;
const bare = await servePages(
  'localhost',
  () =>
    `<!doctype html><title>x</title><link rel="icon" href="data:,"><audio controls src="${episode.http_url}"></audio>`,
);
const KINDS = {
  bare: {
    url: `${bare.origin}/`,
    play: (page) => page.evaluate("document.querySelector('audio').play()"),
  },
  embed: {
    url: `${site}/player?episode_id=${episode.episode_id}`,
    play: (page) => page.locator('.es-play').click(),
  },
};

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds of processor time that all descendants of a process have used. */
function spentBelow(root) {
  const children = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      // The process name may contain any character. After it come the state, the parent and so on (proc(5)).
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const entry = { id, spent: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
      children.set(fields[1], [...(children.get(fields[1]) ?? []), entry]);
    } catch {
      // The process has ended in the meantime.
    }
  }
  const sum = (id) =>
    (children.get(id) ?? []).reduce((total, child) => total + child.spent + sum(child.id), 0);
  return sum(String(root));
}

async function measure({ url, play }) {
  const server = await chromium.launchServer({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage({ viewport: { width: 640, height: 200 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const mainThread = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
  await page.goto(url);
  await play(page);
  await wait(SETTLE_MS);
  const before = { all: spentBelow(server.process().pid), main: await mainThread() };
  const from = performance.now();
  await wait(PLAY_MS);
  const seconds = (performance.now() - from) / 1000;
  const after = { all: spentBelow(server.process().pid), main: await mainThread() };
  await browser.close();
  await server.close();
  return { all: (after.all - before.all) / seconds, main: (after.main - before.main) / seconds };
}

const runs = Object.fromEntries(Object.keys(KINDS).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, kind] of Object.entries(KINDS)) runs[name].push(await measure(kind));
}
const of = (name, field) => median(runs[name].map((run) => run[field]));
const perSecond = (value) => `${value.toFixed(1)} ms/s`;
say(`Processor time while playing, median of ${ROUNDS} (${TARGET})`);
sayTable([
  ['', 'all processes', 'main thread'],
  ...Object.keys(KINDS).map((name) => [
    name,
    perSecond(of(name, 'all')),
    perSecond(of(name, 'main')),
  ]),
  [
    'ratio',
    ratio(of('embed', 'all'), of('bare', 'all')),
    ratio(of('embed', 'main'), of('bare', 'main')),
  ],
]);

bare.close();
await product.stop();
