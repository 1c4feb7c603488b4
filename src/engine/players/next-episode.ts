import type { PlaylistItem } from '../../contract/playlists.ts';
import type { Player } from '../player.ts';
import type { Lists } from './playlist.ts';

export interface NextEpisodePorts {
  readonly lists: Lists;
  goTo(item: PlaylistItem | null, autoplay: boolean): void;
  /** Plays the current episode again. */
  replay(): void;
  isPlaying(): boolean;
  onChange(): void;
}

/** Plays the next or the previous episode, at the listener's request and at the end of an episode. */
export interface NextEpisode {
  readonly isLooping: boolean;
  readonly methods: Pick<
    Player,
    'next' | 'prev' | 'loadMore' | 'setLoop' | 'getLoop' | 'setContinuous'
  >;
  /** The episode has ended: plays the next one, if there is one. */
  atEnd(): void;
  /** A page of the playlist has arrived, or has failed. */
  pageCame(): void;
  /** The listener has done something else since. */
  forget(): void;
}

export function createNextEpisode(ports: NextEpisodePorts): NextEpisode {
  const { lists, goTo, isPlaying } = ports;
  let isLooping = false;
  let isContinuous = true;
  /** The list has ended before the arrival of its next page. */
  let isAwaitingPage = false;

  function atEnd(): void {
    // While a page is pending, the playlist itself fetches it.
    const canMove = isContinuous && (lists.playlist.hasNext || !isAwaitingPage);
    const next = canMove ? lists.playlist.forward() : null;
    isAwaitingPage = isContinuous && !next && lists.playlist.isIncomplete;
    if (next) goTo(next, true);
    else if (isLooping && !isAwaitingPage) repeat();
  }

  function repeat(): void {
    const first = isContinuous ? lists.playlist.rewind() : null;
    if (first) goTo(first, true);
    else ports.replay();
  }

  return {
    get isLooping() {
      return isLooping;
    },
    methods: {
      next: () =>
        goTo(lists.playlist.forward() ?? (isLooping ? lists.playlist.rewind() : null), isPlaying()),
      prev: () => goTo(lists.playlist.back(), isPlaying()),
      loadMore: () => lists.playlist.loadMore(),
      setLoop(value) {
        isLooping = value;
        ports.onChange();
      },
      getLoop: () => isLooping,
      setContinuous(value) {
        isContinuous = value;
      },
    },
    atEnd,
    pageCame() {
      if (isAwaitingPage) atEnd();
    },
    forget() {
      isAwaitingPage = false;
    },
  };
}
