import type { FileHandle } from 'node:fs/promises';
import { measureMpeg } from './measure-mpeg.ts';
import { startsWithAdts } from './read-adts.ts';

/** Why a file is no audio that can be hosted, in words for its owner. */
export class NotPlayable extends Error {
  override readonly name = 'NotPlayable';
}

export const CONTAINERS = {
  mp3: { mime_type: 'audio/mpeg', extension: 'mp3' },
  mp4: { mime_type: 'audio/mp4', extension: 'm4a' },
  ogg: { mime_type: 'audio/ogg', extension: 'ogg' },
  flac: { mime_type: 'audio/flac', extension: 'flac' },
  wav: { mime_type: 'audio/wav', extension: 'wav' },
  aac: { mime_type: 'audio/aac', extension: 'aac' },
  webm: { mime_type: 'audio/webm', extension: 'webm' },
} as const;

export type Container = keyof typeof CONTAINERS;

const HEAD_BYTES = 4_096;

/** Finds the container of a file by its bytes. @throws NotPlayable saying what the file is instead. */
export async function detectContainer(file: FileHandle): Promise<Container> {
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
  if (text.startsWith('%PDF')) throw new NotPlayable('it is a PDF document');
  if (/^(\xff\xd8\xff|\x89PNG|GIF8)/.test(text)) throw new NotPlayable('it is a picture');
  if (/^#EXT|^\[playlist\]/i.test(text)) throw new NotPlayable('it is a playlist, not audio');
  if (/^\s*<(!doctype|html|\?xml)/i.test(text))
    throw new NotPlayable('it is a web page, not audio');
  if ((await measureMpeg(file)) !== null) return 'mp3';
  if (await startsWithAdts(file)) return 'aac';
  throw new NotPlayable('it is not audio');
}
