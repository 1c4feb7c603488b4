// Where the sound really is after a seek, against where the player says that it is: the engine beside a bare
// <audio> in the same page, on made files of each kind and on real ones where ../shared is there.
// MINUTES=30 makes longer files (default 5); KINDS=mp3 measures only what has that in its name or kind.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inEachBrowser, openPage } from './bench-browsers.mjs';
import {
  benchEpisode,
  copyPackage,
  makeTempFolder,
  median,
  say,
  sayTable,
  serveBench,
} from './bench-server.mjs';
import { decimate, findPosition, RATE, unpackSamples } from './find-position.mjs';
import { decode, hasFfmpeg, makeAudio } from './make-audio.mjs';

const SEEKS = 8;
const TOO_FAR_MS = 50;
const SHORTEST_S = 4;
const PAGES_AT_ONCE = 4; // in each browser
const BUDGET_MS = 150_000; // no new file after that
const FILE_TIMEOUT_MS = 60_000; // a browser that hangs ends one file, not the bench
const MINUTES = Number(process.env.MINUTES ?? 5);
const REAL = fileURLToPath(new URL('../../../shared/data/audio/', import.meta.url));

if (!hasFfmpeg()) {
  say(
    'seek accuracy: skipped, ffmpeg is not installed (it makes the files and the truth about them)',
  );
  process.exit(0);
}

const { folder, remove } = await makeTempFolder();
const server = await serveBench({ dist: await copyPackage(folder) });

async function findRealFiles() {
  if (!existsSync(REAL)) {
    say(`(no real files: ${REAL} is not there; only made ones are measured)`);
    return [];
  }
  const manifest = JSON.parse(await readFile(`${REAL}MANIFEST.json`, 'utf8'));
  return (
    manifest
      // A wrong name changes nothing: the same bytes stand there under the right one.
      .filter(
        ({ file, decoded_duration }) => decoded_duration >= SHORTEST_S && !file.startsWith('fake-'),
      )
      .map(({ file, codec, container }) => ({
        kind: `real ${container.split(',')[0]}/${codec} ${file}`,
        path: REAL + file,
        parts: [REAL + file],
      }))
  );
}

const isWanted = ({ kind, path }) =>
  `${kind} ${path}`.toLowerCase().includes((process.env.KINDS ?? '').toLowerCase());

/** False for silence and steady tones: there every moment sounds like every other. */
const tellsTime = ({ truth }) =>
  [0.2, 0.5, 0.8].some((fraction) => {
    const from = Math.floor(fraction * (truth.length - RATE / 2));
    return typeof findPosition(truth, truth.slice(from, from + RATE / 2), from / RATE) === 'number';
  });

async function addTruth(file) {
  const truth = await decode(file.parts);
  return { ...file, truth, seconds: truth.length / RATE };
}

/** Places all over the file, far from each other, forward and back: steps of the golden ratio. */
const choosePositions = (seconds) =>
  Array.from({ length: SEEKS }, (_, k) => {
    const fraction = ((k + 1) * 0.618034) % 1;
    return Math.round((0.5 + fraction * (seconds - 2.2)) * 1000) / 1000;
  });

async function measureFile(browser, { path, truth, seconds }, id) {
  const page = await openPage(browser, server.origin);
  const timer = setTimeout(() => page.context().close(), FILE_TIMEOUT_MS);
  const url = server.addFile(path);
  const episode = benchEpisode({ id, url, seconds, origin: server.origin });
  const positions = choosePositions(seconds);
  const heard = await page.evaluate(
    async (job) => (await import('/bench/seek-accuracy-page.mjs')).measureSeeks(job),
    { url, episode, positions },
  );
  clearTimeout(timer);
  await page.context().close();

  const locate = ({ claimed, samples }) => {
    const found = findPosition(truth, decimate(unpackSamples(samples)), claimed);
    return typeof found === 'string' ? found : (found - claimed) * 1000;
  };
  const judge = (face) =>
    face && {
      duration: face.duration,
      unseeked: face.unseeked ? locate(face.unseeked) : 'stands still',
      // The claim counts, and the place asked for: a seek may be told truly and still end elsewhere.
      seeks: face.seeks.map((seek) => (seek.claimed === undefined ? 'stands still' : locate(seek))),
      took: median(face.seeks.map(({ took }) => took)),
    };
  return { bare: judge(heard.bare), engine: judge(heard.engine) };
}

/** The tap itself is a little late. A WAV played from its beginning, where nothing can be wrong, tells how much. */
async function measureTap(browser, wav) {
  const { bare } = await measureFile(browser, wav, 1000);
  return typeof bare.unseeked === 'number' ? bare.unseeked : 0;
}

const numbers = (values) => values.filter((value) => typeof value === 'number');
const signed = (ms) => (Number.isFinite(ms) ? `${ms > 0 ? '+' : ''}${ms.toFixed(0)}` : '-');
const worstOf = (values) =>
  numbers(values).reduce((worst, ms) => (Math.abs(ms) > Math.abs(worst) ? ms : worst), 0);

function describe(face, offset) {
  if (!face) return ['does not play', '', '', ''];
  const errors = face.seeks.map((ms) => (typeof ms === 'number' ? ms - offset : ms));
  const good = numbers(errors);
  const odd = errors.filter((error) => typeof error === 'string');
  const worst = worstOf(errors);
  const note = [
    good.some((ms) => Math.abs(ms) > TOO_FAR_MS) &&
      `> ${TOO_FAR_MS} ms in ${good.filter((ms) => Math.abs(ms) > TOO_FAR_MS).length}`,
    ...[...new Set(odd)].map((why) => `${why} ${odd.filter((error) => error === why).length}`),
  ];
  return [
    typeof face.unseeked === 'number' ? signed(face.unseeked - offset) : face.unseeked,
    good.length ? signed(median(good)) : '-',
    good.length ? signed(worst) : '-',
    note.filter(Boolean).join(', '),
  ];
}

const startedAt = Date.now();
const made = (await makeAudio(folder, MINUTES * 60)).map((file) => ({
  ...file,
  kind: `made ${file.kind}`,
}));
const decoded = await Promise.all(
  [...made, ...(await findRealFiles())].filter(isWanted).map(addTruth),
);
const files = decoded.filter(tellsTime);
const wav = await addTruth(made[0]);
say(`${files.length} files ready after ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);

const header = [
  'file',
  'browser',
  'from 0',
  'median',
  'worst',
  '',
  '| bare: from 0',
  'median',
  'worst',
  '',
  'length told',
];
const rows = [];

await inEachBrowser(async (browser, name) => {
  const tap = await measureTap(browser, wav);
  say(`${name}: the tap is ${tap.toFixed(0)} ms late: taken off below`);
  const waiting = files.map((file, at) => ({ ...file, at }));
  const takeNext = () => (Date.now() - startedAt < BUDGET_MS ? waiting.shift() : undefined);
  const work = async () => {
    for (let file = takeNext(); file; file = takeNext()) {
      const { bare, engine } = await measureFile(browser, file, file.at + 1).catch((error) => {
        say(`${file.kind} in ${name}: ${error.message.split('\n')[0]}`);
        return {};
      });
      const [bareStart, ...bareRest] = describe(bare, tap);
      const told = bare ? `${bare.duration.toFixed(1)} of ${file.seconds.toFixed(1)} s` : '';
      const cells = [
        file.kind,
        name,
        ...describe(engine, tap),
        `| ${bareStart}`,
        ...bareRest,
        told,
      ];
      rows.push({ order: `${String(file.at).padStart(3)} ${name}`, cells });
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work));
  if (waiting.length > 0)
    say(`${name}: no time left for ${waiting.map(({ kind }) => kind).join('; ')}`);
});

say(
  `Sound that is heard minus time that is told, in ms, after ${SEEKS} seeks; made files of ${MINUTES} minutes`,
);
rows.sort((a, b) => a.order.localeCompare(b.order));
sayTable([header, ...rows.map(({ cells }) => cells)]);
say(`(took ${((Date.now() - startedAt) / 1000).toFixed(0)} s)`);

server.close();
await remove();
