import type { KeyValue } from '../../lib/key-value.ts';
import { createLate } from '../../lib/late.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Player, PlayerSnapshot } from '../player.ts';
import type { Sound } from '../sound/sound.ts';
import type { AutoupdatePorts } from './autoupdate.ts';
import type { CurrentItem } from './current-item.ts';
import type { Loading } from './loading.ts';
import type { NextEpisode } from './next-episode.ts';
import type { FeedPlaylist, Playlist } from './playlist.ts';
import { createSleepTimer } from './sleep-timer.ts';
import { createUpNext } from './up-next.ts';

/** The parts of a player that its extras use. */
export interface PlayerInside {
  readonly ports: Pick<AutoupdatePorts, 'loadPlaylist'> & {
    readonly queueStorage?: KeyValue;
  };
  readonly scope: Scope;
  readonly sound: Sound;
  readonly player: Player;
  readonly playlist: FeedPlaylist;
  readonly current: CurrentItem;
  readonly loading: Loading;
  readonly nextEpisode: NextEpisode;
  render(): void;
}

export type ExtraMethods = Pick<
  Player,
  | 'playNext'
  | 'addToQueue'
  | 'moveInQueue'
  | 'removeFromQueue'
  | 'clearQueue'
  | 'playUpNext'
  | 'setSleepTimer'
  | 'setAutoupdate'
>;

/** Features that few listeners use: the queue, the sleep timer, the look for new episodes. The file is loaded on demand. */
export interface Extras {
  readonly methods: ExtraMethods;
  /** The playlist, with the listener's queue inserted after the current item. */
  readonly playlist: Playlist;
  /** Their part of a snapshot. */
  readonly shown: Pick<
    PlayerSnapshot,
    'queue' | 'upNext' | 'listPlace' | 'hasPrev' | 'hasNext' | 'sleepTimer'
  >;
}

export function createExtras(inside: PlayerInside): Extras {
  const { ports, scope, sound, player, playlist, current, loading, nextEpisode } = inside;
  const upNext = createUpNext({
    playlist,
    storage: ports.queueStorage,
    player,
    listPlace: current.target?.listPlace,
    goTo: (item) => loading.goTo(item, true),
    open: loading.open,
    skip: (isWanted) => (isWanted ? nextEpisode.atEnd() : player.next()),
    onChange: inside.render,
  });
  const sleep = createSleepTimer({
    scope,
    sound,
    player,
    stopAt: (seconds) => current.player?.stopAt(seconds),
    onChange: inside.render,
  });
  const autoupdate = createLate(async () => {
    const { createAutoupdate } = await import('./autoupdate.ts');
    const { loadPlaylist } = ports;
    return createAutoupdate({ scope, playlist, loadPlaylist, onChange: inside.render });
  });
  return {
    methods: {
      ...upNext.methods,
      setSleepTimer: sleep.set,
      setAutoupdate: (isOn) => autoupdate.use((set) => set(isOn)),
    },
    playlist: upNext.playlist,
    get shown() {
      return { ...upNext.shown, ...sleep.shown };
    },
  };
}
