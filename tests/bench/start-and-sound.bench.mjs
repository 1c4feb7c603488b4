// Three times: from the start of the product to its first answer, from opening the player page to its button, and from
// a click to sound. Compared with a bare Node server and bare `<audio controls>` pages in alternating rounds. Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { launchChromium, SLOW } from './bench-browsers.mjs';
import { servePages, startProduct } from './bench-product.mjs';
import { BARE, openAndHear, PLAYER, REACH_TO_PRESS_MS } from './open-and-hear.mjs';
import { median, ratio, say, sayTable } from './report.mjs';

const STARTS = 5;
const ROUNDS = 15;
const USABLE_TARGET = 1.1; // of the bare page
const SOUND_TARGET = 0.5;

const product = await startProduct();
const { site, episode } = product;

async function startBareNode() {
  const startedAt = performance.now();
  const code = `require('http').createServer((_, response) => response.end()).listen(0, () => console.log(1))`;
  const bare = spawn(process.execPath, ['-e', code]);
  await once(bare.stdout, 'data');
  const milliseconds = performance.now() - startedAt;
  bare.kill('SIGTERM');
  await once(bare, 'exit');
  return milliseconds;
}

const starts = [];
const bareStarts = [];
for (let round = 0; round < STARTS; round++) {
  starts.push(await product.restart());
  bareStarts.push(await startBareNode());
}
say(
  `Start to first answer: ${median(starts).toFixed(0)} ms, ${ratio(median(starts), median(bareStarts))} a bare Node server (${median(bareStarts).toFixed(0)} ms); medians of ${STARTS}`,
);

const barePages = await servePages('localhost', ({ pathname }) => {
  const preload = pathname.slice(1);
  return `<!doctype html><title>x</title><link rel="icon" href="data:,"><audio controls ${preload && `preload="${preload}" `}src="${episode.http_url}"></audio>`;
});
const browser = await launchChromium();

const playerPage = { url: `${site}/player?episode_id=1`, ...PLAYER };
const KINDS = [
  { name: 'player page', ...playerPage },
  { name: 'bare, preload="none"', url: `${barePages.origin}/none`, ...BARE },
  { name: 'bare, as browsers preload', url: `${barePages.origin}/`, ...BARE },
  { name: 'player page, clicked at once', ...playerPage, isEager: true },
  {
    name: 'bare, preload="none", clicked at once',
    url: `${barePages.origin}/none`,
    ...BARE,
    isEager: true,
  },
];
const runs = new Map(KINDS.map(({ name }) => [name, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of KINDS) runs.get(kind.name).push(await openAndHear(browser, kind));
}

const medianOf = (kind, key) => median(runs.get(kind.name).map((run) => run[key]));
const ms = (value) => `${value.toFixed(0)} ms`;
const [ours, reference, preloaded, oursAtOnce, bareAtOnce] = KINDS;
const row = (mine, bare) => [
  mine.name,
  bare.name,
  ...['usable', 'sound'].flatMap((key) => {
    const [a, b] = [medianOf(mine, key), medianOf(bare, key)];
    return [`${ms(a)} : ${ms(b)}`, ratio(a, b)];
  }),
];
say(
  `\nThe player page compared with a bare <audio controls> page (targets: usable ${USABLE_TARGET}x, click to sound ${SOUND_TARGET}x preload="none")`,
);
sayTable([
  ['', 'compared with', 'to a usable button', '', 'click to sound', ''],
  row(ours, reference),
  row(ours, preloaded),
  row(oursAtOnce, bareAtOnce),
]);
say(
  `(${SLOW}, a pointer ${REACH_TO_PRESS_MS} ms on the button before it presses, medians of ${ROUNDS} alternating rounds)`,
);

await browser.close();
barePages.close();
await product.stop();
