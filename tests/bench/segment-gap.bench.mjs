// The audible silence at the joints of an episode that is made of two files. Compares the engine with one <audio>
// whose `src` is swapped, and with howler if it is installed. Target: under 50 ms.
// The first cut ends in the middle of the content file, the second cut is a whole inserted file, and the third begins
// in the middle of the content file again. Content outside the cuts has a forbidden pitch.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inEachBrowser, inPages, openPage } from './bench-browsers.mjs';
import { benchEpisode, copyPackage, makeTempFolder, serveBench } from './bench-server.mjs';
import { unpackSamples } from './find-position.mjs';
import { hasFfmpeg } from './make-audio.mjs';
import { giveUp, median, ratio, say, sayTable } from './report.mjs';

const ROUNDS = 3;
const PAGES_AT_ONCE = 4; // in each browser
const TARGET_MS = 50;
const CONTENT_HZ = 500;
const INSERTED_HZ = 1_000;
const FORBIDDEN_HZ = 3_000;
/** Seconds. The content between the first and the third cut must not be heard. */
const FIRST_END = 3;
const THIRD_START = 5;
const CONTENT_END = 7;
const INSERTED_S = 2;

const run = promisify(execFile);

if (!hasFfmpeg()) giveUp('ffmpeg is not installed. The bench needs it to make files.');

const startedAt = Date.now();
const { folder, remove } = await makeTempFolder();
const server = await serveBench({ dist: await copyPackage(folder) });

/** Path of the installed howler, or null. */
function findHowler() {
  const path = fileURLToPath(new URL('../../node_modules/howler/dist/howler.js', import.meta.url));
  return existsSync(path) ? path : null;
}

const tone = (hertz, from, to) => `between(t,${from},${to})*sin(2*PI*${hertz}*t)`;
const CONTENT = [
  tone(CONTENT_HZ, 0, FIRST_END),
  tone(FORBIDDEN_HZ, FIRST_END + 0.0005, THIRD_START - 0.0005),
  tone(CONTENT_HZ, THIRD_START, CONTENT_END),
].join('+');

async function makeFiles(format, options) {
  const make = async (name, expression, seconds) => {
    const path = join(folder, `${name}.${format}`);
    const source = `aevalsrc='0.5*(${expression})':s=44100:d=${seconds}`;
    await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...options, path]);
    return server.addFile(path);
  };
  return {
    content: await make('content', CONTENT, CONTENT_END),
    inserted: await make('inserted', tone(INSERTED_HZ, 0, INSERTED_S), INSERTED_S),
  };
}

const segmentOf = ({ url, from, to }) => ({
  type: 'episode',
  http_url: url,
  duration: to - from,
  duration_reliable: true,
  starts_at: from,
  ends_at: to,
});

/** Amplitude of one pitch for each millisecond, over a window of 8 ms (Goertzel). */
function pitch(samples, rate, hertz) {
  const size = rate * 0.008;
  const step = rate / 1000;
  const turn = (2 * Math.PI * hertz) / rate;
  return Array.from({ length: Math.floor((samples.length - size) / step) }, (_, ms) => {
    let re = 0;
    let im = 0;
    for (let k = 0; k < size; k++) {
      const sample = samples[ms * step + k];
      re += sample * Math.cos(turn * k);
      im += sample * Math.sin(turn * k);
    }
    return (2 * Math.hypot(re, im)) / size;
  });
}

/** Milliseconds of silence, forbidden and missing sound at each joint. */
function judge({ isOver, samples, rate }) {
  const sound = unpackSamples(samples);
  const [content, inserted, forbidden] = [CONTENT_HZ, INSERTED_HZ, FORBIDDEN_HZ].map((hertz) =>
    pitch(sound, rate, hertz).map((level) => level > 0.05),
  );
  const first = inserted.indexOf(true);
  const last = inserted.lastIndexOf(true);
  if (!isOver || first === -1 || content.lastIndexOf(true) < last) return null;
  const isHeard = (ms) => content[ms] || inserted[ms] || forbidden[ms];
  // A silence appears 8 ms shorter than it is, because of the window.
  const silence = (from, to) => {
    let count = 0;
    for (let ms = from; ms < to; ms++) if (!isHeard(ms)) count++;
    return count > 0 ? count + 8 : 0;
  };
  const forbiddenIn = (from, to) => forbidden.slice(from, to).filter(Boolean).length;
  const bothHeard = content.filter((isContent, ms) => isContent && inserted[ms]).length;
  return {
    into: silence(first - 1_500, first),
    back: silence(last, last + 1_500),
    tooLong: forbiddenIn(first - 1_500, first),
    tooEarly: forbiddenIn(last, last + 1_500),
    // Pitches that only touch still share the window of 8 ms at each of the two joints.
    both: Math.max(0, bothHeard - 16),
    missing:
      Math.round((FIRST_END + INSERTED_S + CONTENT_END - THIRD_START) * 1000) -
      content.filter(Boolean).length -
      inserted.filter(Boolean).length,
  };
}

const howlerPath = findHowler();
if (!howlerPath) say('(howler is not installed, so it is not measured)');
const howler = howlerPath && server.addFile(howlerPath);
const players = ['engine', 'naive', ...(howler ? ['howler html5', 'howler webaudio'] : [])];
const FORMATS = [
  ['WAV', 'wav', [], ''],
  // Each answer is delayed, as from a distant server.
  ['MP3, 150 ms away', 'mp3', ['-b:a', '96k'], '?delay=150'],
  ['M4A', 'm4a', ['-b:a', '128k', '-movflags', '+faststart'], ''],
];
const setups = await Promise.all(
  FORMATS.map(async ([name, format, options, query]) => {
    const { content, inserted } = await makeFiles(format, options);
    return { name, files: { content: content + query, inserted: inserted + query } };
  }),
);

async function measure(browser, { files: { content, inserted }, player }) {
  const cuts = [
    { url: content, from: 0, to: FIRST_END },
    { url: inserted, from: 0, to: INSERTED_S },
    { url: content, from: THIRD_START, to: CONTENT_END },
  ];
  const seconds = cuts.reduce((sum, { from, to }) => sum + to - from, 0);
  const segments = cuts.map(segmentOf);
  const episode = benchEpisode({ url: content, seconds, segments, origin: server.origin });
  const page = await openPage(browser, server.origin);
  const heard = await page.evaluate(
    async (job) => (await import('/bench/segment-gap-page.mjs')).playCuts(job),
    { player, cuts, episode, howler },
  );
  await page.context().close();
  return judge(heard);
}

const rows = [];
await inEachBrowser(async (browser, name) => {
  const jobs = setups.flatMap((setup, at) =>
    players.map((player) => ({
      ...setup,
      player,
      order: `${at} ${name} ${players.indexOf(player)}`,
      runs: [],
    })),
  );
  // The rounds alternate, so that other load on the machine affects all players alike.
  const turns = Array.from({ length: ROUNDS }, () => jobs).flat();
  await inPages(PAGES_AT_ONCE, turns, async (job) => {
    job.runs.push(await measure(browser, job));
  });
  for (const { name: setup, player, order, runs } of jobs) {
    const whole = runs.filter(Boolean);
    const show = (key) =>
      whole.length
        ? `${median(whole.map((run) => run[key]))} (${Math.max(...whole.map((run) => run[key]))})`
        : '-';
    const gaps = whole.flatMap(({ into, back }) => [into, back]);
    const verdict =
      whole.length < runs.length
        ? `${runs.length - whole.length} did not play through`
        : Math.max(...gaps) < TARGET_MS
          ? ''
          : `> ${TARGET_MS} ms`;
    rows.push({
      order,
      player,
      browser: name,
      gaps,
      cells: [
        setup,
        name,
        player,
        show('into'),
        show('back'),
        show('tooLong'),
        show('tooEarly'),
        show('both'),
        show('missing'),
        verdict,
      ],
    });
  }
});

rows.sort((a, b) => a.order.localeCompare(b.order));
say(
  `Two joints of an episode that is made of two files, in audible ms: median (worst) of ${ROUNDS} rounds`,
);
sayTable([
  [
    'file',
    'browser',
    'player',
    'silence in',
    'silence back',
    'past the cut',
    'before the cut',
    'both at once',
    'content missing',
    '',
  ],
  ...rows.map(({ cells }) => cells),
]);
const worst = (browser, player) =>
  Math.max(
    ...rows
      .filter((row) => row.browser === browser && row.player === player)
      .flatMap(({ gaps }) => gaps),
  );
for (const browser of new Set(rows.map((row) => row.browser))) {
  const [engine, naive] = ['engine', 'naive'].map((player) => worst(browser, player));
  say(
    `${browser}: the engine's worst silence is ${engine} ms (target: under ${TARGET_MS}), ${ratio(engine, naive)} one <audio> whose src is swapped (${naive} ms)`,
  );
}
say(`(took ${((Date.now() - startedAt) / 1000).toFixed(0)} s)`);
server.close();
await remove();
