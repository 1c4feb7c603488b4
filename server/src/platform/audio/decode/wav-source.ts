import { open } from 'node:fs/promises';
import { CustomSource, FilePathSource, type Source } from 'mediabunny';
import { measureWav } from '../measure-wav.ts';

/** A WAV file with its true sizes. */
export async function openWavSource(path: string): Promise<Source> {
  const file = await open(path);
  const wav = await measureWav(file);
  if (!wav?.header) {
    await file.close();
    return new FilePathSource(path);
  }
  const { header, start, end } = wav;
  return new CustomSource({
    getSize: () => header.length + end - start,
    async read(from, to) {
      const inFile = Buffer.alloc(Math.max(0, to - Math.max(from, header.length)));
      const at = start + Math.max(from - header.length, 0);
      if (inFile.length > 0) await file.read(inFile, 0, inFile.length, at);
      return Buffer.concat([header.subarray(from, to), inFile]);
    },
    dispose: () => file.close(),
  });
}
