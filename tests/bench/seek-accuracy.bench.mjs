// Compares the real position of the sound after a seek with the position that the player reports, for the engine and
// for a bare <audio> in the same page. It measures generated files of each kind, and real files if the folder
// AUDIO_FILES (with a MANIFEST.json) exists. docs/seek-accuracy.md explains the results.
// MINUTES=30 makes longer files (default 5). KINDS=mp3 measures only files with that text in their name or kind.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inEachBrowser, inPages, openPage } from './bench-browsers.mjs';
import { benchEpisode, copyPackage, makeTempFolder, serveBench } from './bench-server.mjs';
import { decimate, findPosition, RATE, unpackSamples } from './find-position.mjs';
import { decode, hasFfmpeg, makeAudio } from './make-audio.mjs';
import { giveUp, median, say, sayTable } from './report.mjs';

const SEEKS = 8;
const TOO_FAR_MS = 50;
const SHORTEST_S = 4;
const PAGES_AT_ONCE = 4; // in each browser
const FILE_TIMEOUT_MS = 60_000; // a browser that hangs costs one file, not the bench
const MINUTES = Number(process.env.MINUTES ?? 5);
const REAL =
  process.env.AUDIO_FILES ?? fileURLToPath(new URL('../../../shared/data/audio/', import.meta.url));

if (!hasFfmpeg()) giveUp('ffmpeg is not installed. The bench needs it to make and decode files.');

const { folder, remove } = await makeTempFolder();
const server = await serveBench({ dist: await copyPackage(folder) });

async function findRealFiles() {
  if (!existsSync(REAL)) {
    say(`(${REAL} does not exist, so only generated files are measured)`);
    return [];
  }
  const manifest = JSON.parse(await readFile(join(REAL, 'MANIFEST.json'), 'utf8'));
  return (
    manifest
      // The same bytes are also in the folder under their correct name.
      .filter(
        ({ file, decoded_duration }) => decoded_duration >= SHORTEST_S && !file.startsWith('fake-'),
      )
      .map(({ file, codec, container }) => ({
        kind: `real ${container.split(',')[0]}/${codec} ${file}`,
        path: join(REAL, file),
        parts: [join(REAL, file)],
      }))
  );
}

const isWanted = ({ kind, path }) =>
  `${kind} ${path}`.toLowerCase().includes((process.env.KINDS ?? '').toLowerCase());

/** False for silence and steady tones, because all their moments sound alike. */
const tellsTime = ({ truth }) =>
  [0.2, 0.5, 0.8].some((fraction) => {
    const from = Math.floor(fraction * (truth.length - RATE / 2));
    return typeof findPosition(truth, truth.slice(from, from + RATE / 2), from / RATE) === 'number';
  });

async function addTruth(file) {
  const truth = await decode(file.parts);
  return { ...file, truth, seconds: truth.length / RATE };
}

/** Places spread over the file, far apart, forwards and backwards: steps of the golden ratio. */
const choosePositions = (seconds) =>
  Array.from({ length: SEEKS }, (_, k) => {
    const fraction = ((k + 1) * 0.618034) % 1;
    return Math.round((0.5 + fraction * (seconds - 2.2)) * 1000) / 1000;
  });

async function measureFile(
  browser,
  { path, truth, seconds },
  id,
  positions = choosePositions(seconds),
) {
  const page = await openPage(browser, server.origin);
  const timer = setTimeout(() => page.context().close(), FILE_TIMEOUT_MS);
  const url = server.addFile(path);
  const episode = benchEpisode({ id, url, seconds, origin: server.origin });
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
      // The sound is compared with the reported position, not with the requested one.
      seeks: face.seeks.map((seek) => (seek.claimed === undefined ? 'stands still' : locate(seek))),
      took: median(face.seeks.map(({ took }) => took)),
    };
  return { bare: judge(heard.bare), engine: judge(heard.engine) };
}

/** The delay of the tap itself, measured with a WAV file that is played from its beginning. */
async function measureTap(browser, wav) {
  const late = [];
  for (let round = 0; round < 3; round++) {
    const { bare } = await measureFile(browser, wav, 1000 + round, []);
    if (typeof bare?.unseeked === 'number') late.push(bare.unseeked);
  }
  return median(late) || 0;
}

const numbers = (values) => values.filter((value) => typeof value === 'number');
const signed = (ms) => (Number.isFinite(ms) ? `${ms > 0 ? '+' : ''}${ms.toFixed(0)}` : '-');
const worstOf = (values) =>
  values.reduce((worst, ms) => (Math.abs(ms) > Math.abs(worst) ? ms : worst), 0);
const errorsOf = (face, offset) =>
  face?.seeks.map((ms) => (typeof ms === 'number' ? ms - offset : ms)) ?? [];

function describe(face, offset) {
  if (!face) return ['does not play', '', '', ''];
  const errors = errorsOf(face, offset);
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
  await inPages(PAGES_AT_ONCE, files.entries(), async ([at, file]) => {
    const { bare, engine } = await measureFile(browser, file, at + 1).catch((error) => {
      say(`${file.kind} in ${name}: ${error.message.split('\n')[0]}`);
      return {};
    });
    const errors = { bare: errorsOf(bare, tap), engine: errorsOf(engine, tap) };
    const [bareStart, ...bareRest] = describe(bare, tap);
    const told = bare ? `${bare.duration.toFixed(1)} of ${file.seconds.toFixed(1)} s` : '';
    const cells = [file.kind, name, ...describe(engine, tap), `| ${bareStart}`, ...bareRest, told];
    rows.push({ at, name, kind: file.kind, errors, cells });
  });
});

say(
  `Heard position minus reported position, in ms, after ${SEEKS} seeks; generated files of ${MINUTES} minutes`,
);
rows.sort((a, b) => a.at - b.at || a.name.localeCompare(b.name));
sayTable([header, ...rows.map(({ cells }) => cells)]);

/** The kinds of file in which a bare element is wrong too. docs/seek-accuracy.md lists them. */
const isWrong = ({ errors: { bare } }) =>
  numbers(bare).some((ms) => Math.abs(ms) > TOO_FAR_MS) || bare.includes('stands still');
const size = (values) => median(values.map(Math.abs));
say('');
for (const name of new Set(rows.map((row) => row.name))) {
  const own = rows.filter((row) => row.name === name);
  const good = own.filter((row) => !isWrong(row));
  const [engine, bare] = ['engine', 'bare'].map((face) =>
    size(good.flatMap(({ errors }) => numbers(errors[face]))),
  );
  say(
    `${name}: ${good.length} of ${own.length} files within ${TOO_FAR_MS} ms; in these the engine is off by ${engine.toFixed(1)} ms in the median, a bare <audio> by ${bare.toFixed(1)} ms`,
  );
  for (const { kind, errors } of own.filter(isWrong))
    say(
      `  the browser itself is wrong in: ${kind} (worst ${signed(worstOf(numbers(errors.bare)))} ms)`,
    );
}
say(`(took ${((Date.now() - startedAt) / 1000).toFixed(0)} s)`);

server.close();
await remove();
