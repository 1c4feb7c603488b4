import { type ApiClientOptions, createApiClient } from './api/api-client.ts';
import type { Episode, PlaylistFeed } from './contract/entities.ts';
import type { Player } from './engine/player.ts';
import { createPlaylistPlayer } from './engine/playlist-player.ts';
import { canPlayAudio, createHtmlAudioSound } from './engine/sound/html-audio-sound.ts';

export type CreatePlayerOptions = ApiClientOptions;

/**
 * Makes a player that gets its episodes from an Earshot API. Asks for nothing and plays nothing until told.
 * One for each page is enough: it holds one sound.
 */
export function createPlayer(options: CreatePlayerOptions): Player {
  const api = createApiClient(options);
  return createPlaylistPlayer({
    loadEpisode: async (stationUrl, signal) => {
      const query = { export: 'episode_segments' };
      return (await api.get<{ episode: Episode }>(stationUrl, query, signal)).episode;
    },
    loadPlaylist: (url, signal) => api.get<PlaylistFeed>(url, {}, signal),
    createSound: createHtmlAudioSound,
    isSupported: canPlayAudio(),
  });
}
