import { AppError, type AuthoredChapter, buildPath, MEDIA_ROUTES } from 'earshot/contract';
import type { FeatureDeps, ReadDeps } from '../../feature.ts';
import type { Content } from '../../platform/cache/answer.ts';
import { invalid, Refusal } from '../../platform/http/refusal.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { timeValues } from '../../platform/text/time-values.ts';
import { withoutCredentials } from '../../platform/text/without-credentials.ts';
import { type AddressedEpisode, type EpisodeAddress, episodeInPath } from '../episodes/episodes.ts';
import { addShowSources, announceShow } from '../shows/shows.ts';
import * as repository from './repository.ts';
import type { NewChapters } from './schema.ts';
import { toAuthored, toDocument } from './to-wire.ts';

export const CHAPTERS_TYPE = 'application/json+chapters';

/** The address of an episode's chapters for podcast apps. */
export function chaptersAddress(episode: AddressedEpisode, mediaUrl: string): string {
  return mediaUrl + buildPath(MEDIA_ROUTES, 'chapters', { episode: episodeInPath(episode) });
}

/** @throws AppError EPISODE_UNAVAILABLE */
export async function getChapters(
  deps: ReadDeps,
  address: EpisodeAddress,
): Promise<AuthoredChapter[]> {
  return toAuthored((await mustHaveChapters(deps, address)).chapters);
}

/**
 * The chapters in the form for podcast apps.
 * @throws AppError EPISODE_UNAVAILABLE, or NOT_FOUND if the episode has none
 */
export async function readChaptersFile(deps: ReadDeps, address: EpisodeAddress): Promise<Content> {
  const row = await mustHaveChapters(deps, address);
  if (row.chapters.length === 0) throw new Refusal('NOT_FOUND', 'no_chapters');
  const headers = { 'Cache-Control': 'no-cache' };
  return { body: JSON.stringify(toDocument(row)), type: CHAPTERS_TYPE, headers };
}

async function mustHaveChapters(deps: ReadDeps, address: EpisodeAddress) {
  const { database, viewer } = deps;
  const row = await repository.findChapters(database, { ...address, viewer });
  if (!row) throw new AppError('EPISODE_UNAVAILABLE');
  addShowSources(deps, row);
  return row;
}

export interface ChapterEdit {
  chapters: NewChapters;
  /** Checks the locked chapters. Throws to prevent the change. */
  check(deps: ReadDeps): Promise<void>;
}

/**
 * Replaces all chapters, including those of an imported feed, and returns the stored ones.
 * @throws AppError INVALID_REQUEST with the wrong chapter; EPISODE_UNAVAILABLE
 */
export async function saveChapters(
  deps: ReadDeps & Pick<FeatureDeps, 'jobs'>,
  episodeId: number,
  { chapters, check }: ChapterEdit,
): Promise<AuthoredChapter[]> {
  return deps.database.transaction().execute(async (transaction) => {
    const locked = { ...deps, database: transaction };
    const episode = await repository.lockEpisode(transaction, episodeId);
    if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
    await check(locked);
    const rows = chapters.map(toRow);
    requireOrder(rows, episode.duration);
    await repository.replaceChapters(transaction, episodeId, rows);
    if (episode.is_listed) await announceShow(deps, transaction, episode.show_id);
    return getChapters(locked, { episodeId, key: null }); // before another change
  });
}

function toRow(chapter: NewChapters[number], index: number) {
  const { startTime, starts_at = startTime, img = null, image_url = img } = chapter;
  const { url = null, toc = true } = chapter;
  const plain = (address: string | null) => address && withoutCredentials(address);
  const title = cleanLine(chapter.title); // audio files and podcast apps have chapters without one
  if (starts_at === undefined) throw invalid(`chapters/${index}/starts_at`, 'required');
  return {
    starts_at: Math.round(starts_at * 1000) / 1000,
    title,
    url: plain(url),
    image_url: plain(image_url),
    toc,
  };
}

/** @param duration of the audio in seconds. Null while the audio is not stored here. */
function requireOrder(rows: readonly { starts_at: number }[], duration: number | null): void {
  for (const [index, { starts_at }] of rows.entries()) {
    const place = `chapters/${index}/starts_at`;
    const before = rows[index - 1]?.starts_at;
    if (before !== undefined && starts_at <= before) {
      throw invalid(place, 'chapter_order', timeValues(before));
    }
    if (duration && starts_at >= duration) {
      throw invalid(place, 'within_audio', timeValues(Math.floor(duration)));
    }
  }
}
