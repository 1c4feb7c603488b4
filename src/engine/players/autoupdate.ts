import { PLAYLIST_UPDATE_MS } from '../../contract/limits.ts';
import type { PlaylistFeed } from '../../contract/playlists.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Player } from '../player.ts';
import { addNewest } from '../rules/add-newest.ts';
import { type FeedPlaylist, readFeed } from './playlist.ts';

export interface AutoupdatePorts {
  readonly scope: Scope;
  readonly playlist: FeedPlaylist;
  loadPlaylist(url: string, signal: AbortSignal): Promise<PlaylistFeed>;
  onChange(): void;
}

/** While on, looks for new episodes at the head of the feed every five minutes. */
export function createAutoupdate(ports: AutoupdatePorts): Player['setAutoupdate'] {
  const { scope, playlist } = ports;
  let cancel = () => {};

  async function update(): Promise<void> {
    const { feedUrl } = playlist;
    if (feedUrl === null) return;
    const { items } = readFeed(await ports.loadPlaylist(feedUrl, scope.signal));
    if (scope.disposed || playlist.feedUrl !== feedUrl) return;
    playlist.change((queue) => addNewest(queue, items));
    ports.onChange();
  }

  return (isOn) => {
    cancel();
    // If a look fails, the next one makes up for it.
    cancel = isOn
      ? scope.interval(() => void update().catch(() => {}), PLAYLIST_UPDATE_MS)
      : () => {};
  };
}
