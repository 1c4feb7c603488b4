import type { PlaylistItem } from '../../contract/playlists.ts';
import type { Playlist } from './playlist.ts';
import type { Settings } from './settings.ts';

export interface ContinuationPorts {
  readonly playlist: Playlist;
  readonly settings: Settings;
  goTo(item: PlaylistItem): void;
  /** Plays the current episode again. */
  replay(): void;
}

/** Decides what plays after the end of an episode. */
export interface Continuation {
  goOn(): void;
  /** A page of the playlist has come, or has failed. */
  pageCame(): void;
  /** The listener has done something else. */
  forget(): void;
}

export function createContinuation(ports: ContinuationPorts): Continuation {
  const { playlist, settings } = ports;
  /** The list has ended before its next page has arrived. */
  let isAwaitingPage = false;

  function goOn(): void {
    const { isContinuous } = settings;
    // While a page is awaited, the playlist itself fetches it.
    const canMove = isContinuous && (playlist.hasNext || !isAwaitingPage);
    const next = canMove ? playlist.forward() : null;
    isAwaitingPage = isContinuous && !next && playlist.isIncomplete;
    if (next) ports.goTo(next);
    else if (settings.isLooping && !isAwaitingPage) repeat();
  }

  function repeat(): void {
    const first = settings.isContinuous ? playlist.rewind() : null;
    if (first) ports.goTo(first);
    else ports.replay();
  }

  return {
    goOn,
    pageCame() {
      if (isAwaitingPage) goOn();
    },
    forget() {
      isAwaitingPage = false;
    },
  };
}
