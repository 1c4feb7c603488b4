import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { type IAudioMetadata, parseStream } from 'music-metadata';
import { readMp4Chapters } from './mp4-chapters.ts';
import { measureMpegFrames } from './mpeg-frames.ts';
import { measureWebm } from './webm-duration.ts';

export interface AudioChapter {
  /** Seconds. */
  starts_at: number;
  title: string;
}

/** What a file is, by its bytes. */
export interface AudioFacts {
  mime_type: string;
  extension: string;
  /** Seconds. */
  duration: number;
  chapters: AudioChapter[];
}

/** Why a file is no audio that we can host, in words for its owner. */
export class NotPlayable extends Error {
  override readonly name = 'NotPlayable';
}

const TYPES = {
  mp3: { mime_type: 'audio/mpeg', extension: 'mp3' },
  mp4: { mime_type: 'audio/mp4', extension: 'm4a' },
  ogg: { mime_type: 'audio/ogg', extension: 'ogg' },
  flac: { mime_type: 'audio/flac', extension: 'flac' },
  wav: { mime_type: 'audio/wav', extension: 'wav' },
  aac: { mime_type: 'audio/aac', extension: 'aac' },
  webm: { mime_type: 'audio/webm', extension: 'webm' },
} as const;

type Container = keyof typeof TYPES;

const SHORTEST_S = 0.05;
const HEAD_BYTES = 4_096;

/**
 * Type, length and chapters of an audio file from its bytes; names and headers may lie.
 * @throws NotPlayable saying what it is instead.
 */
export async function probeAudio(path: string): Promise<AudioFacts> {
  const file = await open(path, 'r');
  try {
    const container = await detect(file);
    const metadata = await readMetadata(path, container);
    refuseUnplayable(metadata);
    const duration = await measure(file, container, metadata);
    if (!(duration >= SHORTEST_S)) throw new NotPlayable('it holds no sound');
    const chapters = container === 'mp4' ? await readMp4Chapters(file) : chaptersOf(metadata);
    return { ...TYPES[container], duration, chapters };
  } finally {
    await file.close();
  }
}

async function detect(file: FileHandle): Promise<Container> {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  const text = head.toString('latin1', 0, bytesRead);
  if (bytesRead === 0) throw new NotPlayable('it is empty');
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WAVE') return 'wav';
  if (text.slice(4, 8) === 'ftyp') return 'mp4';
  if (text.startsWith('OggS')) return 'ogg';
  if (text.startsWith('fLaC')) return 'flac';
  if (text.startsWith('\x1aE\xdf\xa3')) return 'webm';
  if (text.startsWith('FORM')) throw new NotPlayable('it is AIFF, which browsers do not play');
  if (text.startsWith('PK')) throw new NotPlayable('it is a ZIP archive');
  if (/^#EXT|^\[playlist\]/i.test(text)) throw new NotPlayable('it is a playlist, not audio');
  if (/^\s*<(!doctype|html|\?xml)/i.test(text))
    throw new NotPlayable('it is a web page, not audio');
  if ((await measureMpegFrames(file)) !== null) return 'mp3';
  if (await isAdts(file)) return 'aac';
  throw new NotPlayable('it is not audio');
}

/** ADTS, behind an ID3 tag if there is one (ISO/IEC 13818-7, 6.2). */
async function isAdts(file: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(10);
  await file.read(head, 0, 10, 0);
  let offset = 0;
  if (head.toString('latin1', 0, 3) === 'ID3') {
    offset = 10 + head.subarray(6, 10).reduce((size, byte) => size * 128 + byte, 0);
    await file.read(head, 0, 10, offset);
  }
  return head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0;
}

/** Chapters are wanted but not worth a refusal: some files have broken ones. */
async function readMetadata(path: string, container: Container): Promise<IAudioMetadata | null> {
  const { size } = await stat(path);
  const fileInfo = { mimeType: TYPES[container].mime_type, size };
  // Those of MP4 are read by ourselves: music-metadata stumbles over common files.
  for (const includeChapters of container === 'mp4' ? [false] : [true, false]) {
    const stream = createReadStream(path);
    try {
      // Whether to read to the end for the length: MPEG frames are counted by ourselves.
      const duration = container !== 'mp3';
      const options = { duration, skipCovers: true, includeChapters };
      return await parseStream(stream, fileInfo, options);
    } catch {
      // told by the caller: without any metadata the frames alone decide
    } finally {
      stream.destroy();
    }
  }
  return null;
}

function refuseUnplayable(metadata: IAudioMetadata | null): void {
  const { codec = '', trackInfo = [] } = metadata?.format ?? {};
  if (/^speex/i.test(codec)) throw new NotPlayable('it is Speex, which browsers do not play');
  if (/^alac/i.test(codec)) throw new NotPlayable('it is Apple Lossless, which only Safari plays');
  const isVideo = (name = '') => /avc|hev|hvc|vp0?[89]|av01|mp4v|theora/i.test(name);
  if (trackInfo.some(({ codecName, type }) => isVideo(codecName) || type === 1)) {
    throw new NotPlayable('it is a video');
  }
}

async function measure(
  file: FileHandle,
  container: Container,
  metadata: IAudioMetadata | null,
): Promise<number> {
  if (container === 'mp3') return (await measureMpegFrames(file)) ?? 0;
  const duration = metadata?.format.duration;
  if (container === 'webm' && !duration) return measureWebm(file);
  if (!metadata) throw new NotPlayable('it is damaged: its index is missing or cut off');
  return duration ?? 0;
}

function chaptersOf(metadata: IAudioMetadata | null): AudioChapter[] {
  const { chapters = [], sampleRate = 0 } = metadata?.format ?? {};
  const seconds = ({ start, sampleOffset }: (typeof chapters)[number]) =>
    start ?? (sampleRate && sampleOffset ? sampleOffset / sampleRate : 0);
  return chapters
    .map((chapter) => ({ starts_at: seconds(chapter), title: chapter.title }))
    .sort((a, b) => a.starts_at - b.starts_at);
}
