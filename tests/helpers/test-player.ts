import { vi } from 'vitest';
import type { Episode, Segment } from '../../src/contract/episodes.ts';
import type { PlaylistFeed } from '../../src/contract/playlists.ts';
import type { PlayerEvents, PlayTarget } from '../../src/engine/player.ts';
import type { PlanAds } from '../../src/engine/players/lazy-episode-player.ts';
import { createPlaylistPlayer } from '../../src/engine/players/playlist-player.ts';
import type { CompleteTarget } from '../../src/engine/rules/complete-target.ts';
import { episodeIdOf } from '../../src/engine/rules/station-url.ts';
import { fakeEpisode } from './fake-player.ts';
import { fakeSound } from './fake-sound.ts';
import { settle } from './fake-time.ts';

export const API = 'https://api.test/v2/episodes';
export const FEED = 'https://api.test/v2/shows/2/episodes/playlist';

export const target = (id: number, more: Partial<CompleteTarget> = {}): CompleteTarget => ({
  episode_id: id,
  station_url: `${API}/${id}`,
  ...more,
});

export const items = (...ids: number[]) => ids.map((id) => ({ api_url: `${API}/${id}` }));

export const page = (ids: readonly number[], next_url: string | null = null): PlaylistFeed => ({
  playlist: { items: items(...ids), next_url },
});

export const segment = (
  http_url: string,
  starts_at: number,
  ends_at: number,
  more: Partial<Segment> = {},
): Segment => ({
  type: 'episode',
  http_url,
  duration: ends_at - starts_at,
  duration_reliable: true,
  starts_at,
  ends_at,
  ...more,
});

export const adSlot = (http_url: string, length: number, more: Partial<Segment> = {}): Segment =>
  segment(http_url, 0, length, { type: 'audio_ad_slot', ...more });

/** The episode with this id in the API: 100 s of `{id}.mp3`, unless `more` says otherwise. */
export const episode = (id: number, more: Partial<Episode> = {}): Episode =>
  fakeEpisode({
    episode_id: id,
    api_url: `${API}/${id}`,
    http_url: `${id}.mp3`,
    duration: 100,
    ...more,
  });

type Ports = Parameters<typeof createPlaylistPlayer>[0];

export interface TestPlayerOptions extends Partial<Ports> {
  /** Fields of an episode in the API, by its id. If the value is an error, the API throws it. */
  episodes?: Record<number, Partial<Episode> | Error>;
  /** Pages of feeds by their address. If the value is an error, the API throws it. */
  feeds?: Record<string, PlaylistFeed | Error>;
  /** Whether to listen to `timeupdate`. Default: true. */
  isPrecise?: boolean;
  /** Plans the ads of every episode. */
  planAds?: PlanAds;
}

/** The whole engine on a fake sound and a fake API. */
export function testPlayer({
  episodes = {},
  feeds = {},
  isPrecise = true,
  planAds,
  ...ports
}: TestPlayerOptions = {}) {
  const { createSound, sound } = fakeSound();
  const loadEpisode = vi.fn(async (url: string) => {
    const id = episodeIdOf(url) ?? 0;
    const known = episodes[id];
    if (known instanceof Error) throw known;
    return episode(id, known);
  });
  const loadPlaylist = vi.fn(async (url: string) => {
    const feed = feeds[url];
    if (!feed) throw new Error('There is no such feed.');
    if (feed instanceof Error) throw feed;
    return feed;
  });
  const player = createPlaylistPlayer({
    createSound,
    loadEpisode,
    episodeUrl: (id) => `${API}/${id}`,
    loadPlaylist,
    isSupported: true,
    adsOf: () => planAds,
    ...ports,
  });
  // A listener of timeupdate makes the clock of the snapshot precise.
  if (isPrecise) player.on('timeupdate', () => {});
  const told: string[] = [];
  /** Records the names of these events. */
  const note = (...names: (keyof PlayerEvents)[]) => {
    for (const name of names) player.on(name, () => told.push(name));
  };
  return {
    player,
    sound,
    loadEpisode,
    loadPlaylist,
    told,
    note,
    state: player.getSnapshot,
    /** Loads and plays until the sound is audible. */
    async listen(asked: PlayTarget = target(1), duration = 100) {
      player.load(asked, { autoplay: true });
      await settle();
      sound.start(duration);
    },
  };
}
