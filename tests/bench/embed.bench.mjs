// The weight of the embed beside a bare `<audio controls>`, as one table with its targets: until it can be used, from a
// click to sound, memory, the processor time of playing, and a page with 50 of them. The kinds alternate. The two times
// need a machine without other load. Linux only. ROUNDS=1 gives a quick result.
import { readdirSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { launchChromium, SLOW } from './bench-browsers.mjs';
import { servePages, startProduct } from './bench-product.mjs';
import { launchHostBrowser, measureCost, readTaskMs, serveHostPages } from './host-page.mjs';
import { BARE, openAndHear, PLAYER } from './open-and-hear.mjs';
import { giveUp, median, ratio, say, sayTable } from './report.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const OPENINGS = 3; // of each kind in a round, for the two times
const LOAD_MS = 2_000;
const SETTLE_MS = 3_000; // the cost of starting is not counted
const PLAY_MS = 10_000;
const EMBEDS = 50;
const STEP_MS = 100; // a reader who skims
const TICK_MS = 10; // the unit of /proc/*/stat on every Linux that Node supports

if (process.platform !== 'linux') giveUp('it reads /proc.');

const product = await startProduct();
const { site, episode } = product;
const bare = await servePages(
  'localhost',
  () =>
    `<!doctype html><title>x</title><link rel="icon" href="data:,"><audio controls preload="none" src="${episode.http_url}"></audio>`,
);
const KINDS = {
  bare: { url: `${bare.origin}/`, selector: 'audio', ...BARE },
  embed: {
    url: `${site}/player?episode_id=${episode.episode_id}`,
    selector: '.es-play',
    ...PLAYER,
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

/** Bytes of the objects of scripts, and of these with the browser's own objects of the page. */
async function readHeap(session) {
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize } = await session.send('Runtime.getHeapUsage');
  return { script: usedSize, page: usedSize + embedderHeapUsedSize };
}

/** Presses by the protocol alone: Playwright's own scripts in the page would count as its memory. */
async function press(session, { selector, at }) {
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { model } = await session.send('DOM.getBoxModel', { nodeId });
  await session.send('DOM.disable');
  const [left, top] = model.content;
  const point = { x: left + (at.x ?? model.width / 2), y: top + (at.y ?? model.height / 2) };
  const send = (type, button) =>
    session.send('Input.dispatchMouseEvent', { type, ...point, button, clickCount: 1 });
  await send('mouseMoved', 'none');
  await send('mousePressed', 'left');
  await send('mouseReleased', 'left');
}

/** Memory before and during playing, and the processor time of 10 s of playing, in a fresh Chromium. */
async function measurePlaying(kind) {
  const server = await chromium.launchServer({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage({ viewport: { width: 640, height: 200 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(kind.url);
  await wait(LOAD_MS);
  const atRest = await readHeap(session);
  await press(session, kind);
  await wait(SETTLE_MS);
  const before = { all: spentBelow(server.process().pid), main: await readTaskMs(session) };
  const from = performance.now();
  await wait(PLAY_MS);
  const seconds = (performance.now() - from) / 1000;
  const all = (spentBelow(server.process().pid) - before.all) / seconds;
  const main = ((await readTaskMs(session)) - before.main) / seconds;
  const playing = await readHeap(session);
  const isPlaying = await page.evaluate("document.querySelector('audio').currentTime > 1");
  await browser.close();
  await server.close();
  if (!isPlaying) throw new Error(`There was no sound at ${kind.url}.`);
  return {
    all,
    main,
    script: atRest.script,
    page: atRest.page,
    scriptPlaying: playing.script,
    pagePlaying: playing.page,
  };
}

const hosts = await serveHostPages(product);
const slow = await launchChromium();
const hostBrowser = await launchHostBrowser();
const runs = new Map();
function note(name, results) {
  for (const [key, value] of Object.entries(results)) {
    const id = `${name} ${key}`;
    runs.set(id, [...(runs.get(id) ?? []), value]);
  }
}

for (let round = 0; round < ROUNDS; round++) {
  for (let opening = 0; opening < OPENINGS; opening++) {
    for (const [name, kind] of Object.entries(KINDS))
      note(name, await openAndHear(slow, { ...kind, isEager: true }));
  }
  for (const [name, kind] of Object.entries(KINDS)) note(name, await measurePlaying(kind));
  for (const name of Object.keys(hosts.kinds)) {
    const { task, shift } = await measureCost(hostBrowser, hosts.urlOf(name, EMBEDS), STEP_MS);
    note(name, { task, shift });
  }
}

const ms = (value) => `${value.toFixed(0)} ms`;
const perSecond = (value) => `${value.toFixed(1)} ms/s`;
const kB = (value) => `${(value / 1000).toFixed(0)} kB`;
const of = (name, key) => median(runs.get(`${name} ${key}`));
const row = (what, key, show, target, name = 'embed') => [
  what,
  show(of('bare', key)),
  show(of(name, key)),
  ratio(of(name, key), of('bare', key)),
  target,
];
say(`The embed beside a bare <audio>: medians of ${ROUNDS} alternating rounds`);
sayTable([
  ['', 'bare', 'embed', 'ratio', 'target'],
  row('until a clickable button is painted (a)', 'usable', ms, '1.0x'),
  row('click to sound, clicked as soon as it is painted (a)', 'sound', ms, '0.8x'),
  row('heap at rest: scripts and page', 'page', kB, '1.3x'),
  row('heap at rest: scripts alone', 'script', kB, ''),
  row('heap while playing: scripts and page', 'pagePlaying', kB, '1.3x'),
  row('heap while playing: scripts alone', 'scriptPlaying', kB, ''),
  row('playing, processor time of all processes', 'all', perSecond, '1.1x'),
  row('playing, main thread', 'main', perSecond, ''),
  row(`${EMBEDS} embeds, main thread (a)`, 'task', ms, '1.0x', 'snippet'),
  row(`${EMBEDS} embeds as facades, main thread (a)`, 'task', ms, '0.35x', 'facade'),
  [
    `${EMBEDS} embeds, layout shift`,
    of('bare', 'shift').toFixed(3),
    Math.max(of('snippet', 'shift'), of('facade', 'shift')).toFixed(3),
    '',
    '0',
  ],
]);
say(`(a) ${SLOW}`);

await slow.close();
await hostBrowser.close();
hosts.close();
bare.close();
await product.stop();
