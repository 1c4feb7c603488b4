import {
  AppError,
  buildPath,
  MEDIA_ROUTES,
  type Transcript,
  type TranscriptFile,
} from 'earshot/contract';
import type { SiteTranscript, TranscriptWords } from 'earshot-site/contract';
import type { FeatureDeps, ReadDeps } from '../../feature.ts';
import type { Content } from '../../platform/cache/answer.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { canonicalLanguage, readLanguage } from '../../platform/text/language.ts';
import {
  readTranscript,
  TRANSCRIPT_TYPES,
  type Transcribed,
  type TranscriptFormat,
} from '../../platform/transcripts/read-transcript.ts';
import { formatsOf, writeTranscript } from '../../platform/transcripts/write-transcript.ts';
import { type AddressedEpisode, type EpisodeAddress, episodeInPath } from '../episodes/episodes.ts';
import { addShowSources, announceShow } from '../shows/shows.ts';
import type { TranscriptRow } from './repository.ts';
import * as repository from './repository.ts';

type EditDeps = ReadDeps & Pick<FeatureDeps, 'jobs'>;

interface TranscriptEdit {
  /** Checks the locked transcript. Throws to prevent the change. */
  check(deps: ReadDeps): Promise<void>;
}

/** A file as it was sent. */
export interface SentTranscript {
  bytes: Buffer;
  format: TranscriptFormat;
  language?: string | undefined;
}

/** @throws AppError EPISODE_UNAVAILABLE, or NOT_FOUND if the episode has no transcript */
export async function getTranscript(deps: ReadDeps, address: EpisodeAddress): Promise<Transcript> {
  return (await findTranscript(deps, address)) ?? refuseMissing();
}

/** Null if the episode has no transcript. @throws AppError EPISODE_UNAVAILABLE */
export async function findTranscript(
  deps: ReadDeps,
  { episodeId, key }: EpisodeAddress,
): Promise<Transcript | null> {
  const { database, config, viewer } = deps;
  const row = await repository.findVersion(database, { episodeId, key, viewer });
  if (!row) throw new AppError('EPISODE_UNAVAILABLE');
  addShowSources(deps, row);
  const transcript = toTranscript(row, config.mediaUrl);
  return transcript && { ...transcript, version: row.version };
}

/** The location of the transcript for a page. Null if there is none, or no such episode. */
export async function locateTranscript(
  deps: ReadDeps,
  { episodeId, key }: EpisodeAddress,
): Promise<SiteTranscript | null> {
  const { database, config, viewer } = deps;
  const row = await repository.findTranscript(database, { episodeId, key, viewer });
  const transcript = row && toTranscript(row, config.mediaUrl);
  if (!transcript) return null;
  addShowSources(deps, row);
  const urlOf = (wanted: string) => transcript.files.find(({ type }) => type === wanted)?.url;
  const { language } = transcript;
  if (row.language !== null) {
    return { language, link: null, json: urlOf(TRANSCRIPT_TYPES.json) ?? null };
  }
  const link = urlOf('text/html') ?? urlOf(TRANSCRIPT_TYPES.txt) ?? transcript.files[0]?.url;
  return link ? { language, link, json: null } : null;
}

/** The stored transcript of an episode. Null if there is none, or no such episode. */
export async function getWords(
  deps: ReadDeps,
  { episodeId, key }: EpisodeAddress,
): Promise<TranscriptWords | null> {
  const row = await repository.findWords(deps.database, { episodeId, key, viewer: deps.viewer });
  if (!row) return null;
  addShowSources(deps, row);
  const { language, cues, text } = row;
  return language === null ? null : { language, cues, text };
}

function refuseMissing(): never {
  throw new Refusal('NOT_FOUND', 'no_transcript');
}

/**
 * A transcript in one of its formats.
 * @throws AppError EPISODE_UNAVAILABLE, or NOT_FOUND if the transcript does not exist in this format
 */
export async function readTranscriptFile(
  deps: ReadDeps,
  { episodeId, key }: EpisodeAddress,
  format: TranscriptFormat,
): Promise<Content> {
  const { database, viewer } = deps;
  const row = await repository.findWords(database, { episodeId, key, viewer });
  if (!row) throw new AppError('EPISODE_UNAVAILABLE');
  addShowSources(deps, row);
  const { language, cues, text } = row;
  if (language === null) refuseMissing();
  const body = writeTranscript({ cues, text }, format) ?? refuseMissing();
  return {
    body,
    type: `${TRANSCRIPT_TYPES[format]}; charset=utf-8`,
    headers: { 'Cache-Control': 'no-cache', 'Content-Language': language },
  };
}

const UNKNOWN = 'und'; // BCP 47
const PROBLEMS_TOLD = 20;

/**
 * Replaces the transcript. Its language is that of the request, else of the file, else of the show.
 * @throws AppError INVALID_REQUEST with the wrong line; EPISODE_UNAVAILABLE
 */
export async function saveTranscript(
  deps: EditDeps,
  episodeId: number,
  { bytes, format, language, check }: SentTranscript & TranscriptEdit,
) {
  const wanted = language ? readLanguage(language) : null;
  const { cues, text, problems, ...file } = readTranscript(bytes, format);
  const named = wanted ?? canonicalLanguage(file.language ?? '');
  const transcript = await deps.database.transaction().execute(async (transaction) => {
    const locked = { ...deps, database: transaction };
    const show = await repository.lockEpisode(transaction, episodeId);
    if (!show) throw new AppError('EPISODE_UNAVAILABLE');
    await check(locked);
    await repository.replaceTranscript(transaction, {
      episode_id: episodeId,
      language: named ?? canonicalLanguage(show.language) ?? UNKNOWN,
      cues: cues && JSON.stringify(cues),
      text,
    });
    if (show.is_listed) await announceShow(deps, transaction, show.show_id);
    return getTranscript(locked, { episodeId, key: null }); // before another change
  });
  return { transcript, problems: problems.slice(0, PROBLEMS_TOLD) };
}

/** Stores the transcript of an import. */
export async function storeTranscript(
  transaction: Database,
  episodeId: number,
  { language, cues, text }: Transcribed,
): Promise<void> {
  await repository.replaceTranscript(transaction, {
    episode_id: episodeId,
    language: canonicalLanguage(language ?? '') ?? UNKNOWN,
    cues: cues && JSON.stringify(cues),
    text,
  });
}

/** Removes the transcript, including the files of an imported feed. */
export async function removeTranscript(
  deps: EditDeps,
  episodeId: number,
  { check }: TranscriptEdit,
): Promise<void> {
  await deps.database.transaction().execute(async (transaction) => {
    const episode = await repository.lockEpisode(transaction, episodeId);
    await check({ ...deps, database: transaction });
    await repository.deleteTranscript(transaction, episodeId);
    if (episode?.is_listed) await announceShow(deps, transaction, episode.show_id);
  });
}

/** The addresses of a stored transcript, one for each format. */
export function transcriptFiles(
  row: AddressedEpisode,
  { hasTimes, mediaUrl }: { hasTimes: boolean; mediaUrl: string },
): TranscriptFile[] {
  const episode = episodeInPath(row);
  return formatsOf({ hasTimes }).map((format) => ({
    type: TRANSCRIPT_TYPES[format],
    url: mediaUrl + buildPath(MEDIA_ROUTES, 'transcript', { episode, format }),
  }));
}

/** The stored transcript, or else the files of an imported feed. Null if there is neither. */
function toTranscript(row: TranscriptRow, mediaUrl: string): Omit<Transcript, 'version'> | null {
  const { language, cue_count, has_times: hasTimes, transcript_links } = row;
  if (language !== null) {
    return { language, cues: cue_count, files: transcriptFiles(row, { hasTimes, mediaUrl }) };
  }
  const [first] = transcript_links;
  if (!first) return null;
  const files = transcript_links.map(({ type, url }) => ({ type, url }));
  return { language: first.language, cues: 0, files };
}
