// The cost of playing, compared with a bare <audio> in a separate page: processor time while playing, memory after many
// episodes, and a very long playlist. Chromium only, because the figures come from its DevTools protocol. They count
// only the thread of the page, so that other load on the machine matters little.
import { join } from 'node:path';
import { launchChromium, openPage } from './bench-browsers.mjs';
import { benchEpisode, copyPackage, makeTempFolder, serveBench } from './bench-server.mjs';
import { writeTone } from './make-audio.mjs';
import { ratio, say, sayTable } from './report.mjs';

const KINDS = ['engine', 'bare'];
const PLAY_S = 40;
const TARGET_PERCENT = 0.5; // of one core
const EPISODES = 500;
const CHECK_EVERY = 100;
const PLAYERS = 100;
const PLAYLIST_ITEMS = 10_000;
const ITEMS_PER_PAGE = 50;

const startedAt = Date.now();
const { folder, remove } = await makeTempFolder();
let origin = '';

const api = (path) => `${origin}/api/v2${path}`;
const server = await serveBench({ dist: await copyPackage(folder), answer: answerApi });
origin = server.origin;
const long = join(folder, 'long.wav');
const short = join(folder, 'short.wav');
await writeTone(long, 120);
await writeTone(short, 1);
const [longUrl, shortUrl] = [server.addFile(long), server.addFile(short)];
const episodeOf = (id, url = `${shortUrl}?episode=${id}`, seconds = 1) =>
  benchEpisode({ id, url, seconds, origin: `${origin}` });

/** Serves a playlist of PLAYLIST_ITEMS, in pages or in one piece, and its episodes. */
function answerApi({ pathname, searchParams }) {
  const [, episodeId] = /^\/api\/v2\/episodes\/(\d+)$/.exec(pathname) ?? [];
  if (episodeId)
    return {
      response: {
        episode: { ...episodeOf(Number(episodeId)), api_url: api(`/episodes/${episodeId}`) },
      },
    };
  const [, perPage] = /^\/api\/v2\/playlists\/(\d+)$/.exec(pathname) ?? [];
  if (!perPage) return undefined;
  const size = Number(perPage);
  const from = Number(searchParams.get('from') ?? 0);
  const length = Math.min(size, PLAYLIST_ITEMS - from);
  const items = Array.from({ length }, (_, at) => ({
    api_url: api(`/episodes/${from + at + 1}`),
    episode_id: from + at + 1,
    title: `Episode ${from + at + 1}`,
  }));
  const isLast = from + length >= PLAYLIST_ITEMS;
  return {
    response: {
      playlist: {
        items,
        next_url: isLast ? null : api(`/playlists/${size}?from=${from + length}`),
      },
    },
  };
}

const browser = await launchChromium();
/** Without a JIT compiler, because compiled code grows for a while and would count as memory of the page. */
const interpreting = await launchChromium(['--js-flags=--jitless']);

/** A page in its own process, with its DevTools metrics. */
async function open(browser) {
  const page = await openPage(browser, origin);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metrics = async () => {
    const { metrics: list } = await session.send('Performance.getMetrics');
    return Object.fromEntries(list.map(({ name, value }) => [name, value]));
  };
  return {
    metrics,
    call: (name, ...values) =>
      page.evaluate(
        async ([name, values]) => (await import('/bench/playing-cost-page.mjs'))[name](...values),
        [name, values],
      ),
    /** The size of the heap after garbage collection. */
    async heap() {
      for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
      const { JSHeapUsedSize, Nodes, JSEventListeners } = await metrics();
      return { kB: JSHeapUsedSize / 1000, nodes: Nodes, listeners: JSEventListeners };
    },
    close: () => page.context().close(),
  };
}

const eachKind = async (measure) =>
  Object.fromEntries(await Promise.all(KINDS.map(async (kind) => [kind, await measure(kind)])));
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function measureProcessor(kind) {
  const page = await open(browser);
  await page.call('startPlaying', kind, episodeOf(1, longUrl, 120));
  await wait(2_000); // the cost of starting is not counted
  const [before, from] = [await page.metrics(), performance.now()];
  await wait(PLAY_S * 1000);
  const [after, to] = [await page.metrics(), performance.now()];
  await page.close();
  const spent = (name) => ((after[name] - before[name]) / (to - from)) * 60_000_000; // ms per minute
  return { script: spent('ScriptDuration'), task: spent('TaskDuration') };
}

async function measureHeap(kind) {
  const page = await open(interpreting);
  const heaps = [];
  let played = 0;
  for (let from = 0; from < EPISODES; from += CHECK_EVERY) {
    const episodes = Array.from({ length: CHECK_EVERY }, (_, at) => episodeOf(from + at + 1));
    played += await page.call('playMany', kind, episodes);
    heaps.push(await page.heap());
  }
  await page.close();
  return { heaps, played };
}

async function measurePlayers(kind) {
  const page = await open(interpreting);
  const episodes = Array.from({ length: PLAYERS }, (_, at) => episodeOf(at + 1));
  await page.call('makeMany', kind, episodes);
  const first = await page.heap();
  await page.call('makeMany', kind, episodes);
  const last = await page.heap();
  await page.close();
  return { first, last };
}

async function measurePlaylist(perPage) {
  const page = await open(browser);
  const before = await page.heap();
  const target = {
    episode_id: 1,
    station_url: api('/episodes/1'),
    playlist_url: api(`/playlists/${perPage}`),
  };
  const walked = await page.call('walkPlaylist', { target, items: PLAYLIST_ITEMS });
  await wait(500);
  const after = await page.heap();
  await page.close();
  return { ...walked, kB: after.kB - before.kB };
}

const processor = await eachKind(measureProcessor);
const heap = await eachKind(measureHeap);
const players = await eachKind(measurePlayers);

const percent = (msPerMinute) => `${(msPerMinute / 600).toFixed(2)} %`;
say(
  `Main thread while playing, of one core (${PLAY_S} s measured; target of the engine's script: under ${TARGET_PERCENT} %)`,
);
sayTable([
  ['', 'script', 'all tasks', 'script ms per minute'],
  ...KINDS.map((kind) => [
    kind,
    percent(processor[kind].script),
    percent(processor[kind].task),
    processor[kind].script.toFixed(0),
  ]),
  [
    'ratio',
    ratio(processor.engine.script, processor.bare.script),
    ratio(processor.engine.task, processor.bare.task),
    '',
  ],
]);

say(
  `\nMemory after garbage collection while ${EPISODES} episodes are played and released, one after another`,
);
sayTable([
  [
    '',
    ...heap.engine.heaps.map((_, at) => `after ${(at + 1) * CHECK_EVERY}`),
    'last / first',
    'nodes',
    'listeners',
    'played',
  ],
  ...KINDS.map((kind) => {
    const { heaps, played } = heap[kind];
    const [first, last] = [heaps[0], heaps.at(-1)];
    return [
      kind,
      ...heaps.map(({ kB }) => `${kB.toFixed(0)} kB`),
      ratio(last.kB, first.kB),
      `${first.nodes} -> ${last.nodes}`,
      `${first.listeners} -> ${last.listeners}`,
      played,
    ];
  }),
]);

say(`\n${PLAYERS} players made, played and destroyed, after as many before them`);
sayTable([
  ['', 'heap', 'nodes', 'listeners'],
  ...KINDS.map((kind) => {
    const { first, last } = players[kind];
    return [
      kind,
      `${first.kB.toFixed(0)} -> ${last.kB.toFixed(0)} kB`,
      `${first.nodes} -> ${last.nodes}`,
      `${first.listeners} -> ${last.listeners}`,
    ];
  }),
]);

const page = await open(browser);
const elementSteps = await page.call(
  'walkElement',
  Array.from({ length: PLAYLIST_ITEMS }, (_, at) => `${shortUrl}?episode=${at}`),
);
await page.close();
const paged = await measurePlaylist(ITEMS_PER_PAGE);
const whole = await measurePlaylist(PLAYLIST_ITEMS);
const ms = (value) => `${value.toFixed(2)} ms`;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const tail = (values) => mean(values.slice(-500));
say(
  `\nA walk with next() through a playlist of ${PLAYLIST_ITEMS} items; one step of a bare element sets its src`,
);
sayTable([
  [
    '',
    'first page',
    'whole walk',
    'next(), first 500',
    'next(), last 500',
    'worst',
    'prev()',
    'heap',
  ],
  ...[
    [`in pages of ${ITEMS_PER_PAGE}`, paged],
    ['in one page', whole],
  ].map(([name, { firstPage, walk, forward, back, kB }]) => [
    `engine, ${name} (${forward.length + 1} reached)`,
    `${firstPage.toFixed(0)} ms`,
    `${(walk / 1000).toFixed(1)} s`,
    ms(mean(forward.slice(0, 500))),
    ms(tail(forward)),
    ms(Math.max(...forward)),
    ms(mean(back)),
    `+${kB.toFixed(0)} kB`,
  ]),
  [
    'bare element',
    '',
    `${(elementSteps.reduce((sum, step) => sum + step, 0) / 1000).toFixed(1)} s`,
    ms(mean(elementSteps.slice(0, 500))),
    ms(tail(elementSteps)),
    ms(Math.max(...elementSteps)),
    '',
    '',
  ],
]);
say(`(took ${((Date.now() - startedAt) / 1000).toFixed(0)} s)`);

await Promise.all([browser.close(), interpreting.close()]);
server.close();
await remove();
