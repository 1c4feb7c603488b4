import type { EpisodeState, Visibility } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { ReadDeps } from '../../feature.ts';
import { invalid, Refusal, type Said } from '../../platform/http/refusal.ts';
import { isInDateRange } from '../../platform/podcasting/date-range.ts';
import type { OnAirChange } from '../push/push.ts';
import { explainFailure } from '../uploads/uploads.ts';
import type { LockedEpisode } from './edit-repository.ts';

/** Checks the locked episode before it is changed. Throws to prevent the change. */
export type Check = (deps: ReadDeps) => Promise<void>;

/** A request to publish an episode. */
export interface PublishRequest {
  /** ISO 8601. A time in the future schedules the episode. */
  published_at?: string;
  visibility?: Visibility;
}

/** The resulting state of an episode. */
export interface Publication {
  state: EpisodeState;
  published_at: Date;
  /** The visibility of a scheduled episode once it is published. */
  publish_as: Visibility | null;
}

/** True if others than its authors may hear the episode. */
export const isPublished = ({ state }: { state: EpisodeState }): boolean =>
  state !== 'draft' && state !== 'scheduled';

/** Null for a draft. */
export function visibilityOf({
  state,
  publish_as,
}: Pick<LockedEpisode, 'state' | 'publish_as'>): Visibility | null {
  if (state === 'draft') return null;
  if (state === 'scheduled') return publish_as ?? 'public';
  return state === 'unlisted' || state === 'private' ? state : 'public';
}

/**
 * Without a time, a scheduled episode is published now and others keep their date. Imported episodes may be public with a
 * date ahead: they stay so. Without a visibility it does not change, or is public.
 * @throws AppError INVALID_REQUEST for an impossible time
 */
export function publicationOf(
  episode: LockedEpisode,
  { published_at, visibility = visibilityOf(episode) ?? 'public' }: PublishRequest,
  now: Date,
): Publication {
  const kept = episode.state === 'scheduled' ? null : episode.published_at;
  const time =
    published_at === undefined
      ? (kept ?? now)
      : readTime(published_at, { field: 'published_at', now });
  const mayWait = published_at !== undefined || !isPublished(episode);
  if (mayWait && time > now)
    return { state: 'scheduled', published_at: time, publish_as: visibility };
  const state = publishedState(visibility, episode);
  return { state, published_at: time, publish_as: null };
}

/** The state of an episode once it is published. */
export function publishedState(
  visibility: Visibility,
  { type }: Pick<LockedEpisode, 'type'>,
): EpisodeState {
  if (visibility !== 'public') return visibility;
  return type === 'LIVE' ? 'live' : 'published';
}

/** @throws AppError INVALID_REQUEST for an impossible time */
export function readTime(text: string, { field, now }: { field: string; now: Date }): Date {
  const time = new Date(text);
  // RFC 3339 knows leap seconds, and the clocks of JavaScript have none.
  if (Number.isNaN(time.getTime())) throw invalid(field, 'format_date-time');
  if (isInDateRange(time, now)) return time;
  throw invalid(field, 'time_range');
}

type Playable = Pick<
  LockedEpisode,
  | 'type'
  | 'live_url'
  | 'media_id'
  | 'enclosure_url'
  | 'upload_state'
  | 'upload_progress'
  | 'upload_error'
>;

/** The reason why an episode cannot be played. Null if it can. */
export function unplayable(episode: Playable): Said | null {
  const { type, live_url, media_id, enclosure_url, upload_state } = episode;
  if (type === 'LIVE') {
    return live_url ? null : { field: 'live_url', words: 'live_url_missing' };
  }
  if (media_id !== null || enclosure_url !== '') return null;
  if (upload_state === null) return { field: 'media_id', words: 'audio_missing' };
  if (upload_state === 'failed') {
    const reason = (language: Language) => explainFailure(episode.upload_error, language);
    return { field: 'media_id', words: 'audio_failed', values: { reason } };
  }
  const n = episode.upload_progress ?? 0;
  return { field: 'media_id', words: 'audio_processing', values: { n } };
}

/** @throws AppError INVALID_REQUEST if the episode cannot be played */
export function requirePlayable(episode: Playable): void {
  const reason = unplayable(episode);
  if (reason !== null) throw new Refusal('INVALID_REQUEST', [reason]);
}

/** The audio of a scheduled episode may still be in processing. @throws AppError INVALID_REQUEST if there is none */
export function requireComing(episode: Playable): void {
  if (episode.type === 'LIVE' || !isComing(episode)) requirePlayable(episode);
}

/** Failed audio never becomes ready: the author adds another file. */
export const isComing = ({ upload_state }: Pick<Playable, 'upload_state'>): boolean =>
  upload_state !== null && upload_state !== 'failed';

type Consistent = Pick<LockedEpisode, 'type' | 'requires_token' | 'is_on_air' | 'state'> &
  Partial<Pick<LockedEpisode, 'live_starts_at' | 'live_ends_at'>>;

/** @throws AppError INVALID_REQUEST for fields that contradict each other */
export function requireConsistent(episode: Consistent): void {
  const { type, requires_token, is_on_air, state, live_starts_at, live_ends_at } = episode;
  if (live_starts_at && live_ends_at && live_ends_at <= live_starts_at) {
    throw invalid('live_ends_at', 'live_order');
  }
  if (type === 'LIVE' && requires_token) {
    throw invalid('requires_token', 'live_token');
  }
  if (is_on_air && type !== 'LIVE') throw invalid('is_on_air', 'is only for the type LIVE');
  if (is_on_air && !isPublished({ state })) {
    throw invalid('is_on_air', 'live_unpublished');
  }
}

/** Null if a change of the episode does not affect its public listeners. */
export function onAirChange(
  before: Pick<LockedEpisode, 'show_id' | 'episode_id' | 'is_on_air' | 'is_listed'>,
  after: Pick<LockedEpisode, 'is_on_air' | 'is_listed'>,
): OnAirChange | null {
  const { show_id, episode_id } = before;
  const is_on_air = after.is_on_air && after.is_listed;
  return is_on_air === (before.is_on_air && before.is_listed)
    ? null
    : { show_id, episode_id, is_on_air };
}
