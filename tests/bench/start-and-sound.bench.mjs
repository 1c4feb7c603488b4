// `npm run bench`: measures against a bare `<audio controls>` page served beside ours, interleaved in one run.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { buildIfNeeded } from '../../scripts/start.mjs';

const ROUNDS = 15;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};
const CPU_SLOWDOWN = 4;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const say = (text) => process.stdout.write(`${text}\n`);

await buildIfNeeded();
const dataDir = await mkdtemp(join(tmpdir(), 'earshot-bench-'));
const port = 4700 + (process.pid % 200);
const site = `http://localhost:${port}`;

/** Starts the built product; resolves with it and the milliseconds to its first answer. */
async function startProduct() {
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env });
  const isUp = () =>
    fetch(`${site}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 5));
  return { child, milliseconds: performance.now() - startedAt };
}

function stop(child) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

const starts = [];
let { child } = await startProduct(); // the first makes the database and loads the samples
const until = (url) => fetch(url).then((answer) => answer.ok);
while (!(await until(`${site}/api/v2/episodes/5`)))
  await new Promise((resolve) => setTimeout(resolve, 50));
for (let round = 0; round < 5; round++) {
  await stop(child);
  const started = await startProduct();
  child = started.child;
  starts.push(started.milliseconds);
}
const bareStarts = [];
for (let round = 0; round < 5; round++) {
  const startedAt = performance.now();
  const bare = spawn(process.execPath, [
    '-e',
    `require('http').createServer((q,s)=>s.end()).listen(${port + 300},()=>console.log(1))`,
  ]);
  await new Promise((resolve) => bare.stdout.once('data', resolve));
  bareStarts.push(performance.now() - startedAt);
  await stop(bare);
}
say(
  `start to first answer: ${median(starts).toFixed(0)} ms, ${(median(starts) / median(bareStarts)).toFixed(1)}x a bare Node server (${median(bareStarts).toFixed(0)} ms)`,
);

const { episode } = (await (await fetch(`${site}/api/v2/episodes/1`)).json()).response;
const bareHtml = `<!doctype html><title>x</title><audio controls preload="none" src="${episode.http_url}"></audio>`;
const bareServer = createServer((_, response) =>
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(bareHtml),
);
await new Promise((resolve) => bareServer.listen(0, 'localhost', resolve));
const bareUrl = `http://localhost:${bareServer.address().port}/`;
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
});

/** Milliseconds to a button that can be pressed, and from the press to sound, in a fresh profile. */
async function measure(url, press) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url);
  const usable = await page.evaluate(
    () =>
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ??
      performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,
  );
  const sound = await page.evaluate(
    ([selector]) =>
      new Promise((resolve) => {
        const pressedAt = performance.now();
        document.addEventListener(
          'timeupdate',
          ({ target }) => target.currentTime > 0 && resolve(performance.now() - pressedAt),
          true,
        );
        const target = document.querySelector(selector);
        if (target instanceof HTMLAudioElement) target.play();
        else target.click();
      }),
    [press],
  );
  await context.close();
  return { usable, sound };
}

const ours = [];
const bare = [];
for (let round = 0; round < ROUNDS; round++) {
  ours.push(await measure(`${site}/player?episode_id=1`, '.es-play'));
  bare.push(await measure(bareUrl, 'audio'));
}
for (const [name, key] of [
  ['player page to usable button', 'usable'],
  ['press to sound', 'sound'],
]) {
  const [mine, reference] = [ours, bare].map((runs) => median(runs.map((run) => run[key])));
  say(
    `${name}: ${mine.toFixed(0)} ms, ${(mine / reference).toFixed(2)}x a bare <audio> page (${reference.toFixed(0)} ms)`,
  );
}
say(`(slow 4G, ${CPU_SLOWDOWN}x slower processor, medians of ${ROUNDS} interleaved rounds)`);

await browser.close();
bareServer.close();
await stop(child);
await rm(dataDir, { recursive: true, force: true });
