import type { Episode } from '../../contract/episodes.ts';
import { VOLUME_DEFAULT } from '../../contract/limits.ts';
import type { PlaylistFeed } from '../../contract/playlists.ts';
import type { PlayerSnapshot } from '../player.ts';
import { chapterAt } from './chapters.ts';
import { addPage, startQueue } from './playlist-queue.ts';

/** A player that has nothing to play yet: what the server renders, and what every player starts from. */
export const IDLE_SNAPSHOT: PlayerSnapshot = {
  episode: null,
  current_id: null,
  segment: null,
  chapter: null,
  state: 'idle',
  playing: false,
  currentTime: 0,
  fileTime: 0,
  adTimeLeft: 0,
  duration: 0,
  bufferedEnd: 0,
  volume: VOLUME_DEFAULT,
  muted: false,
  playbackRate: 1,
  has_prev: false,
  has_next: false,
  playlist: [],
  count_unread_msg: 0,
  resumeTime: null,
  error: null,
  station_url: null,
  playlist_url: null,
  offset_start: null,
  offset_end: null,
};

/** A player that holds an episode and has asked for none of its sound: the first paint of a player page. */
export function snapshotOf(
  episode: Episode,
  currentTime = 0,
  feed: { playlist_url: string; playlist: PlaylistFeed['playlist'] } | null = null,
): PlayerSnapshot {
  return {
    ...IDLE_SNAPSHOT,
    episode,
    current_id: episode.episode_id,
    chapter: chapterAt(episode.chapters, currentTime),
    state: 'loaded',
    currentTime,
    duration: episode.type === 'LIVE' ? 0 : episode.duration,
    station_url: episode.api_url,
    ...(feed && playlistFields(episode, feed.playlist_url, feed.playlist)),
  };
}

function playlistFields(
  { api_url }: Episode,
  playlist_url: string,
  { items, next_url }: PlaylistFeed['playlist'],
) {
  const queue = addPage(startQueue({ api_url }, playlist_url), items, next_url);
  return {
    playlist_url,
    playlist: queue.items,
    has_prev: queue.index > 0,
    has_next: queue.index < queue.items.length - 1,
  };
}
