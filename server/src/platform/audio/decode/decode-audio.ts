import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { decoder as createAac } from '@audio/decode-aac';
import { decoder as createFlac } from '@audio/decode-flac';
import { decoder as createMp3 } from '@audio/decode-mp3';
import { decoder as createOpus } from '@audio/decode-opus';
import { decoder as createVorbis } from '@audio/decode-vorbis';
import {
  CustomSource,
  FilePathSource,
  type InputFormat,
  MP4,
  QTFF,
  type Source,
  WAVE,
  WEBM,
} from 'mediabunny';
import type { Container } from '../detect-container.ts';
import { scanMpeg } from '../measure-mpeg.ts';
import { measureOgg, type OggCodec } from '../measure-ogg.ts';
import { measureWav } from '../measure-wav.ts';
import { NotPlayable } from '../not-playable.ts';
import { decodePackets } from './decode-packets.ts';
import { decodeStream, type Pcm, type StreamDecoder } from './pcm.ts';

// A decoder returns all sound of a piece at once: 4 s of MP3 or 90 s of Opus.
const PIECE_BYTES = 1 << 16;

/**
 * Decodes an audio file piece by piece, so that memory use does not depend on its length.
 * @throws NotPlayable if browsers do not play its codec; other errors if the decoder fails.
 */
export async function* decodeAudio(path: string, container: Container): AsyncGenerator<Pcm> {
  switch (container) {
    case 'mp3':
      return yield* decodeMp3(path);
    case 'aac':
      return yield* decodeStream(await createAac(), read(path));
    case 'flac':
      return yield* decodeStream(await createFlac(), read(path));
    case 'ogg':
      return yield* decodeOgg(path);
    case 'wav':
      return yield* decodePackets(await openWavSource(path), [WAVE]);
    default:
      return yield* decodePackets(new FilePathSource(path), FORMATS[container]);
  }
}

const FORMATS: Readonly<Record<'mp4' | 'webm', readonly InputFormat[]>> = {
  mp4: [MP4, QTFF],
  webm: [WEBM],
};

function read(path: string, span: { start?: number; end?: number } = {}): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: PIECE_BYTES, ...span });
}

/** The decoder makes two equal channels of mono, which would be 3 dB louder. */
async function* decodeMp3(path: string): AsyncGenerator<Pcm> {
  const file = await open(path);
  const facts = await scanMpeg(file).finally(() => file.close());
  const span = { start: facts?.index ?? facts?.start ?? 0 };
  for await (const { channels, rate } of decodeStream(await createMp3(), read(path, span)))
    yield { channels: channels.slice(0, facts?.channels), rate };
}

const OGG_DECODERS: Readonly<Partial<Record<OggCodec, () => Promise<StreamDecoder>>>> = {
  opus: createOpus,
  vorbis: createVorbis,
  flac: createFlac,
};

/** Each part of a chain has its own decoder, because its codec, rate and channels can differ. */
async function* decodeOgg(path: string): AsyncGenerator<Pcm> {
  const file = await open(path);
  const { links } = await measureOgg(file).finally(() => file.close());
  for (const [index, { start, codec }] of links.entries()) {
    const create = OGG_DECODERS[codec];
    if (!create) throw new NotPlayable('codec', codec);
    const next = links[index + 1];
    if (next?.start === start) continue; // two streams at the same time: the last one is decoded
    yield* decodeStream(
      await create(),
      read(path, next ? { start, end: next.start - 1 } : { start }),
    );
  }
}

/** A WAV file with its true sizes. */
async function openWavSource(path: string): Promise<Source> {
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
