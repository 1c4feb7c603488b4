// CPU seconds and memory of the thread that reads uploaded audio (type, length, waveform, loudness, true peak), compared
// with ffmpeg's filter ebur128, which measures the loudness of the same file.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeTempFolder } from './bench-server.mjs';
import { hasFfmpeg } from './make-audio.mjs';
import { giveUp, ratio, say, sayTable } from './report.mjs';

const run = promisify(execFile);
const MINUTES = 10; // of generated sound; the files repeat it

if (!hasFfmpeg()) giveUp('ffmpeg is not installed. The bench needs it to make and measure files.');

const { folder, remove } = await makeTempFolder();
const ffmpeg = (...args) => run('ffmpeg', ['-v', 'error', '-y', ...args]);

/** Noise that swells like speech, in stereo. */
async function makeFile(name, hours, codec) {
  const piece = join(folder, `piece-${name}`);
  const path = join(folder, name);
  const sound = `anoisesrc=c=pink:a=0.5:r=44100:d=${MINUTES * 60},tremolo=f=3:d=0.9`;
  await ffmpeg('-f', 'lavfi', '-i', sound, '-ac', '2', ...codec, piece);
  const repeats = (hours * 60) / MINUTES - 1;
  await ffmpeg('-stream_loop', String(repeats), '-i', piece, '-c', 'copy', path);
  return path;
}

async function measureOurs(path) {
  const runner = fileURLToPath(new URL('./audio-worker-run.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, [runner, path]);
  return JSON.parse(stdout);
}

async function measureReference(path) {
  const filter = ['-af', 'ebur128=peak=true', '-f', 'null', '-'];
  const args = ['-hide_banner', '-nostats', '-benchmark', '-threads', '1', '-i', path];
  const { stderr } = await run('ffmpeg', [...args, '-map', '0:a:0', ...filter], { maxBuffer: 1e9 });
  const number = (pattern) => Number(pattern.exec(stderr)?.[1]);
  return {
    cpu: number(/utime=([\d.]+)s/) + number(/stime=([\d.]+)s/),
    megabytes: number(/maxrss=(\d+)/) / 1024,
    lufs: number(/Summary:[\s\S]*?I:\s+(-?[\d.]+) LUFS/),
  };
}

const files = [
  ['1 h of MP3', await makeFile('hour.mp3', 1, ['-c:a', 'libmp3lame', '-b:a', '128k'])],
  ['3 h of M4A, index at the end', await makeFile('three.m4a', 3, ['-c:a', 'aac', '-b:a', '128k'])],
];
const rows = [['', 'CPU', 'of ffmpeg', 'memory', 'of ffmpeg', 'loudness', 'of ffmpeg']];
for (const [name, path] of files) {
  const [ours, reference] = [await measureOurs(path), await measureReference(path)];
  rows.push([
    name,
    `${ours.cpu.toFixed(1)} s`,
    ratio(ours.cpu, reference.cpu),
    `${ours.megabytes.toFixed(0)} MB`,
    ratio(ours.megabytes, reference.megabytes),
    `${ours.lufs.toFixed(1)} LUFS`,
    `${reference.lufs.toFixed(1)} LUFS`,
  ]);
}
sayTable(rows);
say('\nMemory is the highest of the whole process, with Node itself.');
await remove();
