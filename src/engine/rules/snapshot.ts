import type { Episode } from '../../contract/episodes.ts';
import { VOLUME_DEFAULT } from '../../contract/limits.ts';
import type { PlaylistFeed } from '../../contract/playlists.ts';
import type { PlayerSnapshot } from '../player.ts';
import { chapterAt } from './chapters.ts';
import { addPage, startQueue } from './playlist-queue.ts';

/** A player that has nothing to play yet: what the server renders, and what every player starts from. */
export const IDLE_SNAPSHOT: PlayerSnapshot = {
  episode: null,
  currentId: null,
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
  hasPrev: false,
  hasNext: false,
  playlist: [],
  unreadCount: 0,
  resumeTime: null,
  error: null,
  stationUrl: null,
  playlistUrl: null,
  offsetStart: null,
  offsetEnd: null,
};

/** A player that holds an episode and has asked for none of its sound: the first paint of a player page. */
export function snapshotOf(
  episode: Episode,
  currentTime = 0,
  feed: { playlistUrl: string; playlist: PlaylistFeed['playlist'] } | null = null,
): PlayerSnapshot {
  return {
    ...IDLE_SNAPSHOT,
    episode,
    currentId: episode.episode_id,
    chapter: chapterAt(episode.chapters, currentTime),
    state: 'loaded',
    currentTime,
    duration: episode.type === 'LIVE' ? 0 : episode.duration,
    stationUrl: episode.api_url,
    ...(feed && playlistFields(episode, feed.playlistUrl, feed.playlist)),
  };
}

function playlistFields(
  { api_url }: Episode,
  playlistUrl: string,
  { items, next_url }: PlaylistFeed['playlist'],
) {
  const queue = addPage(startQueue({ api_url }, playlistUrl), items, next_url);
  return {
    playlistUrl,
    playlist: queue.items,
    hasPrev: queue.index > 0,
    hasNext: queue.index < queue.items.length - 1,
  };
}
