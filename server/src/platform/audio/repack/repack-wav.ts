import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { measureWav, type WavFacts } from '../measure-wav.ts';

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
