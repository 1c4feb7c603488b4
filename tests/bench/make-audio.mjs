// Makes audio in which every moment sounds different, in the usual podcast formats, and decodes any file for reference.
import { execFile, spawnSync } from 'node:child_process';
import { appendFile, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RATE } from './find-position.mjs';

const run = promisify(execFile);
const SOURCE_RATE = 44_100;
const MUSIC_S = 30; // of each CYCLE_S; the rest has few frequencies, as speech does, so that variable bit rates vary
const CYCLE_S = 120;

export const hasFfmpeg = () => spawnSync('ffmpeg', ['-version']).status === 0;

const ffmpeg = (...args) =>
  run('ffmpeg', ['-v', 'error', '-y', ...args], { maxBuffer: 1e9, encoding: 'buffer' });

/** Noise that never repeats, but is the same in every run (xorshift with a fixed seed). */
function makeNoise() {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
}

async function writeSource(path, seconds) {
  const noise = makeNoise();
  const file = await open(path, 'w');
  let smooth = 0;
  for (let second = 0; second < seconds; second++) {
    const samples = new Int16Array(SOURCE_RATE);
    const isMusic = second % CYCLE_S < MUSIC_S;
    for (let at = 0; at < SOURCE_RATE; at++) {
      const fresh = noise();
      smooth += 0.06 * (fresh - smooth); // up to about 400 Hz
      samples[at] = 32_767 * (isMusic ? 0.8 * smooth + 0.1 * fresh : 0.7 * smooth);
    }
    await file.write(Buffer.from(samples.buffer));
  }
  await file.close();
}

const LAME = ['-c:a', 'libmp3lame'];
const KINDS = [
  ['WAV', 'wav', []],
  ['FLAC', 'flac', []],
  ['MP3 CBR', 'mp3', [...LAME, '-b:a', '96k']],
  [
    'MP3 CBR, no header',
    'mp3',
    [...LAME, '-b:a', '96k', '-write_xing', '0', '-id3v2_version', '0'],
  ],
  ['MP3 VBR, Xing index', 'mp3', [...LAME, '-q:a', '4']],
  ['MP3 VBR, no index', 'mp3', [...LAME, '-q:a', '4', '-write_xing', '0']],
  ['M4A (AAC)', 'm4a', ['-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart']],
  ['AAC (ADTS), no index', 'aac', ['-c:a', 'aac', '-b:a', '96k']],
  ['Ogg Vorbis', 'ogg', ['-c:a', 'libvorbis', '-q:a', '3']],
  ['Ogg Opus', 'opus', ['-c:a', 'libopus', '-b:a', '64k']],
];

/** One file of each kind: `{ kind, path, parts }`. The parts of a chained file are its sources. */
export async function makeAudio(folder, seconds) {
  const raw = join(folder, 'source.raw');
  await writeSource(raw, seconds);
  const input = ['-f', 's16le', '-ar', String(SOURCE_RATE), '-ac', '1'];

  const encode = async ([kind, extension, options], at) => {
    const path = join(folder, `made-${at}.${extension}`);
    await ffmpeg(...input, '-i', raw, ...options, path);
    return { kind, path, parts: [path] };
  };
  const chain = async (kind, extension, options) => {
    const half = seconds / 2;
    const parts = [0, 1].map((at) => join(folder, `part-${extension}-${at}.${extension}`));
    await Promise.all(
      parts.map((part, at) =>
        ffmpeg(...input, '-i', raw, '-ss', String(at * half), '-t', String(half), ...options, part),
      ),
    );
    const path = join(folder, `chained.${extension}`);
    await writeFile(path, '');
    for (const part of parts) await appendFile(path, await readFile(part));
    return { kind, path, parts };
  };
  const made = await Promise.all([
    ...KINDS.map(encode),
    chain('Ogg Vorbis, chained', 'ogg', ['-c:a', 'libvorbis', '-q:a', '3']),
    chain('Ogg Opus, chained', 'opus', ['-c:a', 'libopus', '-b:a', '64k']),
  ]);
  // The same encoded bytes, in a container with an index.
  const repack = async (kind, name, extension, options) => {
    const { path: from } = made.find((file) => file.kind === kind);
    const path = `${from}-${name.replaceAll(' ', '-')}.${extension}`;
    await ffmpeg('-i', from, '-c', 'copy', ...options, path);
    return { kind: `${kind} -> ${name}`, path, parts: [path] };
  };
  const whole = ['-movflags', '+faststart'];
  const fragments = [
    '-movflags',
    '+empty_moov+default_base_moof+global_sidx',
    '-frag_duration',
    '5000000',
  ];
  const repacked = await Promise.all([
    repack('MP3 VBR, no index', 'mp4', 'mp4', whole),
    repack('MP3 VBR, no index', 'mp4 in fragments', 'mp4', fragments),
    repack('AAC (ADTS), no index', 'm4a', 'm4a', whole),
    repack('Ogg Vorbis', 'webm', 'webm', []),
  ]);
  return [...made, ...repacked];
}

/** Decodes whole files, one after another, to samples at RATE. */
export async function decode(parts) {
  const decoded = await Promise.all(
    parts.map(async (part) => {
      const { stdout } = await ffmpeg(
        '-i',
        part,
        '-map',
        '0:a:0',
        '-ac',
        '1',
        '-ar',
        String(RATE),
        '-f',
        'f32le',
        '-',
      );
      return stdout;
    }),
  );
  const bytes = Buffer.concat(decoded);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** A quiet tone as 16-bit WAV. It does not need ffmpeg. */
export async function writeTone(path, seconds) {
  const rate = 16_000;
  const samples = Int16Array.from(
    { length: rate * seconds },
    (_, at) => 3_000 * Math.sin((2 * Math.PI * 440 * at) / rate),
  );
  await writeFile(path, wavOf(samples, rate));
}

/** A 16-bit WAV of one channel. */
export function wavOf(samples, rate) {
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
