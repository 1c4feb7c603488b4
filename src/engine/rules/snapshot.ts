import type { Episode } from '../../contract/episodes.ts';
import { VOLUME_DEFAULT } from '../../contract/limits.ts';
import type { PlaylistFeed } from '../../contract/playlists.ts';
import type { PlayerSnapshot } from '../player.ts';
import { chapterAt } from './chapters.ts';
import type { CompleteTarget } from './complete-target.ts';
import { EMPTY_VIEW, type EpisodeView } from './episode-view.ts';
import { isWithinAudio } from './near-place.ts';
import type { OffsetRange } from './offset-range.ts';
import { LOADED } from './playback-state.ts';
import { addPage, EMPTY_QUEUE, type PlaylistQueue, restOf, startQueue } from './playlist-queue.ts';

/** The parts of a snapshot. */
export interface PlayerParts {
  readonly view: EpisodeView;
  readonly target: CompleteTarget | null;
  readonly range: OffsetRange | null;
  readonly queue: PlaylistQueue;
  readonly settings: Pick<PlayerSnapshot, 'volume' | 'muted' | 'playbackRate'>;
  readonly loop: boolean;
  readonly unreadCount: number;
  readonly resumeTime: number | null;
  readonly isSupported: boolean;
  /** Milliseconds of `performance.now()`. */
  readonly now: number;
}

export const IDLE_PARTS: PlayerParts = {
  view: EMPTY_VIEW,
  target: null,
  range: null,
  queue: EMPTY_QUEUE,
  settings: { volume: VOLUME_DEFAULT, muted: false, playbackRate: 1 },
  loop: false,
  unreadCount: 0,
  resumeTime: null,
  isSupported: true,
  now: 0,
};

export function makeSnapshot(parts: PlayerParts): PlayerSnapshot {
  const { view, target, range, queue, settings, loop, unreadCount, resumeTime } = parts;
  const { playback, segmentTimeLeft, ...shown } = view;
  const { episode, segment, currentTime } = shown;
  const isAd = segment?.type === 'audio_ad_slot' && playback.status !== 'ended';
  const hasPrev = queue.index > 0;
  const upNext = restOf(queue);
  return {
    ...shown,
    ...settings,
    state: playback.status,
    playing: playback.playing,
    chapter: episode && chapterAt(episode.chapters, currentTime),
    adTimeLeft: isAd ? Math.ceil(segmentTimeLeft) : 0,
    measuredAt: parts.now,
    hasPrev,
    hasNext: upNext.length > 0 || (loop && hasPrev),
    playlist: queue.items,
    queue: EMPTY_QUEUE.items,
    upNext,
    listPlace: null,
    sleepTimer: null,
    unreadCount,
    resumeTime: isWithinAudio(resumeTime ?? 0, view.duration) ? resumeTime : null,
    currentId: target?.episode_id ?? null,
    stationUrl: target?.station_url ?? null,
    playlistUrl: target?.playlist_url ?? null,
    offsetStart: range?.start ?? null,
    offsetEnd: range && range.end < Infinity ? range.end : null,
    ...(parts.isSupported ? {} : { state: 'unsupported', error: 'PLAYBACK_UNSUPPORTED' }),
  };
}

/** The snapshot of a player without an episode: the server renders it, and every player starts with it. */
export const IDLE_SNAPSHOT: PlayerSnapshot = makeSnapshot(IDLE_PARTS);

/** The snapshot of a player with an episode but without its sound: the first paint of a player page. */
export function snapshotOf(
  episode: Episode,
  currentTime = 0,
  feed: { playlistUrl: string; playlist: PlaylistFeed['playlist'] } | null = null,
): PlayerSnapshot {
  const { episode_id, api_url } = episode;
  const { playlistUrl: playlist_url = null, playlist } = feed ?? {};
  const queue = startQueue({ api_url }, playlist_url);
  const duration = episode.type === 'LIVE' ? 0 : episode.duration;
  const within = duration ? Math.min(currentTime, duration) : currentTime;
  return makeSnapshot({
    ...IDLE_PARTS,
    view: { ...EMPTY_VIEW, episode, playback: LOADED, currentTime: within, duration },
    target: { episode_id, station_url: api_url, playlist_url },
    queue: playlist ? addPage(queue, playlist.items, playlist.next_url) : queue,
  });
}
