import type { Player, PlayerSnapshot } from '../player.ts';
import type { Loading } from './loading.ts';
import type { Playlist } from './playlist.ts';
import type { Settings } from './settings.ts';

export interface NavigationPorts {
  readonly playlist: Playlist;
  readonly loading: Loading;
  readonly settings: Settings;
  getSnapshot(): PlayerSnapshot;
}

/** The way through the playlist. */
export function createNavigation(
  ports: NavigationPorts,
): Pick<Player, 'next' | 'prev' | 'loadMore' | 'setAutoupdate'> {
  const { playlist, loading, settings, getSnapshot } = ports;
  return {
    next() {
      const item = playlist.forward() ?? (settings.isLooping ? playlist.rewind() : null);
      loading.goTo(item, getSnapshot().playing);
    },
    prev: () => loading.goTo(playlist.back(), getSnapshot().playing),
    loadMore: playlist.loadMore,
    setAutoupdate: playlist.setAutoupdate,
  };
}
