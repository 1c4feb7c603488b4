// CPU seconds and memory of the two threads behind quotes, for an hour of speech: the one that reads uploaded audio and makes its
// fingerprint, and the one that places quotes. Also the longest time in which the process beside them did not respond, which other
// programs on the machine lengthen.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeTempFolder } from './bench-server.mjs';
import { hasFfmpeg } from './make-audio.mjs';
import { giveUp, sayTable } from './report.mjs';

const run = promisify(execFile);
const SAMPLES = fileURLToPath(new URL('../../server/samples/media/', import.meta.url));
const SECONDS = 3_600;
const QUOTES = 100;

if (!hasFfmpeg()) giveUp('ffmpeg is not installed. The bench needs it to make an hour of speech.');

const { folder, remove } = await makeTempFolder();
const ffmpeg = (...args) => run('ffmpeg', ['-v', 'error', '-y', ...args]);

/** The sample episodes again and again, each time at another speed, so that nothing is heard twice. */
async function makeHour() {
  const samples = readdirSync(SAMPLES).filter((name) => name.endsWith('.mp3'));
  const pieces = [];
  for (let tempo = 0.8; tempo < 1.2; tempo += 0.08) {
    for (const sample of samples) {
      const piece = join(folder, `${pieces.length}.mp3`);
      const filter = ['-af', `atempo=${tempo.toFixed(2)}`, '-ar', '44100', '-ac', '2'];
      await ffmpeg('-i', join(SAMPLES, sample), '-vn', ...filter, '-b:a', '96k', piece);
      pieces.push(piece);
    }
  }
  const list = join(folder, 'list.txt');
  await writeFile(list, pieces.map((piece) => `file '${piece}'`).join('\n'));
  const hour = join(folder, 'hour.mp3');
  await ffmpeg('-f', 'concat', '-safe', '0', '-i', list, '-t', String(SECONDS), '-c', 'copy', hour);
  return hour;
}

const hour = await makeHour();
const runner = fileURLToPath(new URL('./quotes-run.mjs', import.meta.url));
const rows = [['', 'CPU', 'memory more', 'longest pause', 'not found']];
const row = (name, { cpu, megabytes, delayMs }, wrong) => [
  name,
  `${cpu.toFixed(1)} s`,
  `${megabytes.toFixed(0)} MB`,
  `${delayMs.toFixed(0)} ms`,
  wrong === undefined ? '' : String(wrong),
];
for (const seconds of [5, 60]) {
  const { stdout } = await run(process.execPath, [runner, hour, String(QUOTES), String(seconds)]);
  const { made, placed, wrong, duration } = JSON.parse(stdout);
  if (rows.length === 1) rows.push(row(`reading ${(duration / 60).toFixed(0)} min of MP3`, made));
  rows.push(row(`placing ${QUOTES} quotes of ${seconds} s`, placed, wrong));
}
sayTable(rows);
await remove();
