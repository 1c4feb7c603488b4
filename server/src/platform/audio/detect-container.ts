import type { FileHandle } from 'node:fs/promises';
import { openWindow } from './byte-window.ts';
import { measureMpeg } from './measure-mpeg.ts';
import { NotPlayable } from './not-playable.ts';
import { startsWithAdts } from './read-adts.ts';
import { skipId3 } from './skip-id3.ts';

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

/** Detects the container of a file by its bytes. @throws NotPlayable with the format of the file instead. */
export async function detectContainer(file: FileHandle): Promise<Container> {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  const text = head.toString('latin1', 0, bytesRead);
  if (bytesRead === 0) throw new NotPlayable('empty');
  if (/^R(IFF|F64)/.test(text) && text.slice(8, 12) === 'WAVE') return 'wav';
  if (/^(ftyp|moov|mdat|wide|free|skip|pnot)/.test(text.slice(4))) return 'mp4'; // old QuickTime has no ftyp
  if (text.startsWith('OggS')) return 'ogg';
  if (text.startsWith('fLaC')) return 'flac';
  if (text.startsWith('\x1aE\xdf\xa3')) return 'webm';
  if (text.startsWith('FORM')) throw new NotPlayable('aiff');
  if (text.startsWith('PK')) throw new NotPlayable('zip');
  if (text.startsWith('%PDF')) throw new NotPlayable('pdf');
  if (/^(\xff\xd8\xff|\x89PNG|GIF8)/.test(text)) throw new NotPlayable('picture');
  if (/^#EXT|^\[playlist\]/i.test(text)) throw new NotPlayable('playlist');
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) throw new NotPlayable('web_page');
  if (await isTaggedFlac(file)) {
    throw new NotPlayable('tagged_flac');
  }
  if ((await measureMpeg(file)) !== null) return 'mp3';
  if (await startsWithAdts(file)) return 'aac';
  throw new NotPlayable('not_audio');
}

async function isTaggedFlac(file: FileHandle): Promise<boolean> {
  const readAt = openWindow(file);
  return (await readAt(await skipId3(readAt), 4)).toString('latin1') === 'fLaC';
}
