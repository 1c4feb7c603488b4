import { type FileHandle, open } from 'node:fs/promises';
import type { IAudioMetadata } from 'music-metadata';
import { chooseCover } from '../images/choose-cover.ts';
import { CONTAINERS, type Container, detectContainer } from './detect-container.ts';
import { measureFlac } from './measure-flac.ts';
import { measureMp4 } from './measure-mp4.ts';
import { measureMpeg } from './measure-mpeg.ts';
import { measureOgg } from './measure-ogg.ts';
import { measureWav } from './measure-wav.ts';
import { measureWebm } from './measure-webm.ts';
import { NotPlayable, refuseDamaged } from './not-playable.ts';
import { measureAdts } from './read-adts.ts';
import { readMetadata } from './read-metadata.ts';
import { readMp4Chapters } from './read-mp4-chapters.ts';

/** Facts of an audio file, read from its bytes. */
export interface AudioFacts {
  mime_type: string;
  extension: string;
  /** Seconds. */
  duration: number;
  chapters: AudioChapter[];
}

/** All facts in the headers and tags of an audio file. */
export interface AudioInspection {
  container: Container;
  facts: AudioFacts;
  tags: AudioTags;
  /** The embedded cover, unchanged. Null if there is none. */
  cover: Uint8Array | null;
}

export interface AudioTags {
  title: string | null;
  artist: string | null;
  album: string | null;
}

const SHORTEST_S = 0.05;

/**
 * Reads type, length and chapters of an audio file from its bytes, because names and headers can be wrong.
 * @throws NotPlayable with the format of the file instead.
 */
export async function probeAudio(path: string): Promise<AudioFacts> {
  return (await inspect(path, false)).facts;
}

/**
 * Like `probeAudio`, with the tags and the cover.
 * @throws NotPlayable with the format of the file instead.
 */
export async function inspectAudio(path: string): Promise<AudioInspection> {
  return inspect(path, true);
}

async function inspect(path: string, withCover: boolean): Promise<AudioInspection> {
  const file = await open(path, 'r');
  try {
    const container = await detectContainer(file);
    const metadata = await readMetadata(path, container, { withCover });
    refuseUnplayable(metadata);
    const duration = await measure({ path, file, container, metadata });
    if (!(duration >= SHORTEST_S)) throw new NotPlayable('no_sound');
    const chapters = container === 'mp4' ? await readMp4Chapters(file) : chaptersOf(metadata);
    return {
      container,
      facts: { ...CONTAINERS[container], duration, chapters },
      tags: tagsOf(metadata),
      cover: await chooseCover(metadata?.common.picture ?? []),
    };
  } finally {
    await file.close();
  }
}

function tagsOf(metadata: IAudioMetadata | null): AudioTags {
  const { title, artist, album } = metadata?.common ?? {};
  return { title: title || null, artist: artist || null, album: album || null };
}

function refuseUnplayable(metadata: IAudioMetadata | null): void {
  const { codec = '', trackInfo = [] } = metadata?.format ?? {};
  if (/^speex/i.test(codec)) throw new NotPlayable('speex');
  if (/^alac/i.test(codec)) throw new NotPlayable('alac');
  const isVideo = (name = '') => /avc|hev|hvc|vp0?[89]|av01|mp4v|theora/i.test(name);
  if (trackInfo.some(({ codecName, type }) => isVideo(codecName) || type === 1)) {
    throw new NotPlayable('video');
  }
}

interface Source {
  path: string;
  file: FileHandle;
  container: Container;
  metadata: IAudioMetadata | null;
}

async function measure({ path, file, container, metadata }: Source): Promise<number> {
  if (container === 'mp3') return (await measureMpeg(file)) ?? 0;
  if (container === 'aac') return measureAdts(file);
  if (container === 'ogg') return measurePlayableOgg(file);
  if (container === 'flac') return (await measureFlac(file)) ?? refuseDamaged();
  if (container === 'webm') return measurePlayableWebm(file);
  if (container === 'wav') return (await measureWav(file))?.seconds ?? 0;
  return measureMp4(file, { path, indexed: metadata?.format.duration ?? 0 });
}

async function measurePlayableOgg(file: FileHandle): Promise<number> {
  const { codecs, seconds } = await measureOgg(file);
  if (codecs.has('theora')) throw new NotPlayable('video');
  if (codecs.has('speex')) throw new NotPlayable('speex');
  return seconds;
}

async function measurePlayableWebm(file: FileHandle): Promise<number> {
  const { seconds, hasVideo } = (await measureWebm(file)) ?? refuseDamaged();
  if (hasVideo) throw new NotPlayable('video');
  return seconds;
}

function chaptersOf(metadata: IAudioMetadata | null): AudioChapter[] {
  const { chapters = [], sampleRate = 0 } = metadata?.format ?? {};
  const seconds = ({ start, sampleOffset }: (typeof chapters)[number]) =>
    start ?? (sampleRate && sampleOffset ? sampleOffset / sampleRate : 0);
  const own = chapters.map((chapter) => ({ starts_at: seconds(chapter), title: chapter.title }));
  const inComments = readVorbisChapters(metadata?.native.vorbis ?? []);
  return (own.length > 0 ? own : inComments).sort((a, b) => a.starts_at - b.starts_at);
}

interface AudioChapter {
  /** Seconds. */
  starts_at: number;
  title: string;
}

const MAX_CHAPTERS = 1000;

interface Tag {
  id: string;
  value: unknown;
}

/** Chapters in the comments of Opus, Vorbis and FLAC: `CHAPTER001=00:01:30.000` and `CHAPTER001NAME=Title`. */
function readVorbisChapters(tags: readonly Tag[]): AudioChapter[] {
  const comments = new Map(tags.map(({ id, value }) => [id.toUpperCase(), String(value)]));
  return [...comments]
    .filter(([id]) => /^CHAPTER\d{3}$/.test(id))
    .flatMap(([id, time]) => {
      const match = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(time.trim());
      if (!match) return [];
      const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(Number);
      const starts_at = hours * 3600 + minutes * 60 + seconds;
      return [{ starts_at, title: comments.get(`${id}NAME`) ?? '' }];
    })
    .slice(0, MAX_CHAPTERS);
}
