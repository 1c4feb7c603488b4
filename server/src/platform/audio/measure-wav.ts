import { createReadStream } from 'node:fs';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { NotPlayable } from './not-playable.ts';

export interface WavFacts {
  seconds: number;
  /** The range of the samples in the file. */
  start: number;
  end: number;
  /** Replaces everything before the samples, if the file does not say how long they are. */
  header: Buffer | null;
}

const UNKNOWN = 0xffff_ffff; // also in RF64, whose sizes are in a chunk of their own
const FORMAT_BYTES_MAX = 1_024;
const CHUNKS_MAX = 10_000;
/** PCM, floating point, A-law, mu-law, and PCM with an extended header. */
const CODECS = [1, 3, 6, 7, 0xfffe];

/**
 * Measures a WAV file by its bytes: a program that writes to a pipe cannot say how long the sound is. Null if the file
 * has no samples, or no description of them.
 */
export async function measureWav(file: FileHandle): Promise<WavFacts | null> {
  const { size } = await file.stat();
  const read = async (at: number, length: number) =>
    (await file.read(Buffer.alloc(length), 0, length, at)).buffer;
  const riffBytes = (await read(4, 4)).readUInt32LE();
  let [format, inSizes]: [Buffer | null, number | null] = [null, null];
  for (let at = 12, count = 0; at + 8 <= size && count < CHUNKS_MAX; count++) {
    const head = await read(at, 8);
    const name = head.toString('latin1', 0, 4);
    const bytes = head.readUInt32LE(4);
    const start = at + 8;
    if (name === 'ds64') inSizes = Number((await read(start + 8, 8)).readBigUInt64LE());
    if (name === 'fmt ')
      format = await read(start, Math.min(Math.max(bytes, 16), FORMAT_BYTES_MAX));
    if (name === 'data' && format) {
      const isUnknown = bytes === UNKNOWN || (bytes === 0 && riffBytes + 8 !== size);
      const told = isUnknown ? (inSizes ?? 0) : bytes;
      const end = Math.min(size, isUnknown && told === 0 ? size : start + told);
      return { ...describe(format, end - start), start, end, ...(!isUnknown && { header: null }) };
    }
    at = start + bytes + (bytes % 2);
  }
  return null;
}

function describe(format: Buffer, bytes: number): Pick<WavFacts, 'seconds' | 'header'> {
  if (!CODECS.includes(format.readUInt16LE(0))) {
    throw new NotPlayable('compressed_wav');
  }
  const bytesPerSecond = format.readUInt32LE(4) * format.readUInt16LE(12);
  const header = Buffer.concat([
    chunk('RIFF', 4 + 8 + format.length + 8 + bytes),
    Buffer.from('WAVE'),
    chunk('fmt ', format.length),
    format,
    chunk('data', bytes),
  ]);
  return { seconds: bytesPerSecond > 0 ? bytes / bytesPerSecond : 0, header };
}

function chunk(name: string, bytes: number): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(Math.min(bytes, UNKNOWN), 4);
  return head;
}

async function measure(path: string): Promise<WavFacts | null> {
  const file = await open(path);
  return measureWav(file).finally(() => file.close());
}

export const isWavWithoutSizes = async (path: string): Promise<boolean> =>
  Boolean((await measure(path))?.header);

/** Copies a WAV file with its true sizes, which browsers need to seek. */
export async function repackWav(path: string, output: string): Promise<void> {
  const wav = await measure(path);
  if (!wav?.header) return;
  const { header, start, end } = wav;
  const parts = async function* () {
    yield header;
    yield* createReadStream(path, { start, end: end - 1 });
  };
  await writeFile(output, parts());
}
