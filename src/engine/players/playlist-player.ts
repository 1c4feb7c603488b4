import type { AdItem } from '../../contract/ads.ts';
import type { Episode, Segment } from '../../contract/episodes.ts';
import { PROGRESS_IDLE_MS, PROGRESS_INTERVAL_MS } from '../../contract/limits.ts';
import type { PlaylistFeed } from '../../contract/playlists.ts';
import type { KeyValue } from '../../lib/key-value.ts';
import { createLate, type Late } from '../../lib/late.ts';
import { createScope, type Scope } from '../../lib/scope.ts';
import type { Player } from '../player.ts';
import { readEpisode } from '../rules/read-episode.ts';
import { IDLE_PARTS, makeSnapshot } from '../rules/snapshot.ts';
import type { Exclusive } from '../sound/exclusive.ts';
import type { CreateSound } from '../sound/sound.ts';
import type { AdMoment } from './ad-watch.ts';
import { createChoices } from './choices.ts';
import { type CurrentItem, createCurrentItem } from './current-item.ts';
import type { Extras } from './extras.ts';
import { lateMethods } from './late-methods.ts';
import type { AdsOf, AwaitToken } from './lazy-episode-player.ts';
import { createLoading, type Loading } from './loading.ts';
import { createNextEpisode } from './next-episode.ts';
import { createPlaylist, QUEUE_KEY } from './playlist.ts';
import type { Positions } from './positions.ts';
import { createResumeOffer } from './resume-offer.ts';
import { createSettings } from './settings.ts';
import { createShown, type Shown } from './shown.ts';
import { createTransport, type Transport } from './transport.ts';

/** The interfaces that the engine needs from outside. */
export interface PlayerPorts {
  /** Gets the API's answer. An answer that is not an episode leads to the state `error`. */
  loadEpisode(stationUrl: string, signal: AbortSignal): Promise<Episode>;
  /** Address of an episode in the API, for targets that name only its id. */
  episodeUrl(episodeId: number): string;
  loadPlaylist(url: string, signal: AbortSignal): Promise<PlaylistFeed>;
  adsOf?: AdsOf;
  awaitToken?: AwaitToken;
  onAd?: (ad: AdItem, moment: AdMoment) => void;
  /** The address of a segment's audio; its `http_url` if absent. */
  resolveUrl?: (episode: Episode, segment: Segment) => string;
  createSound: CreateSound;
  /** The code of the queue and the sleep timer. */
  loadExtras?: () => Promise<typeof import('./extras.ts')>;
  /** Informs the origin's other players when this one begins, and reports when another one does. */
  createExclusive?: (onOther: () => void) => Exclusive;
  positions?: Positions;
  /** Called with each request for sound. `offer`: the place at which the episode can be resumed has changed. */
  onPlay?: (player: Player, offer: (seconds: number | null) => void) => void;
  /** Keeps the listener's queue across reloads. */
  queueStorage?: KeyValue;
  silenceUrl?: string;
  /** 0 to 100; 80 if absent. */
  volume?: number;
  /** Milliseconds between two readings of the current time if there is no listener for `timeupdate`. */
  progressMs?: number;
  /** False if the browser cannot play audio at all. */
  isSupported: boolean;
}

/** The one player of a page: combines its parts, and keeps one snapshot of them all. */
export function createPlaylistPlayer(ports: PlayerPorts): Player {
  const { isSupported, volume = IDLE_PARTS.settings.volume, progressMs = PROGRESS_IDLE_MS } = ports;
  const scope = createScope();
  const unread = createUnreadCount(render);

  const current = createCurrentItem(() => ({
    ...ports,
    scope,
    sound,
    loadEpisode: async (url, signal) => readEpisode(await ports.loadEpisode(url, signal)),
    resolveUrl: ports.resolveUrl ?? ((_, segment) => segment.http_url),
    playbackRate: () => settings.shown.playbackRate,
    progressMs: () => (shown.isAwaited('timeupdate') ? PROGRESS_INTERVAL_MS : progressMs),
    onChange: render,
    onBlocked: (apply) => shown.whileBlocked(apply),
    onSeeked: () => shown.announce([['seeked', { currentTime: player.getCurrentTime() }]]),
    onEnded() {
      extras.after(() => {
        // Not if a listener of `ended` has started something else.
        if (current.view().playback.status === 'ended') nextEpisode.atEnd();
      });
    },
  }));
  const sound = ports.createSound(current.soundEvents);
  const settings = createSettings(sound, volume, render);
  scope.add(sound.destroy);
  const shown = createShown({
    first: makeSnapshot({ ...IDLE_PARTS, settings: settings.shown, isSupported }),
    createExclusive: ports.createExclusive,
    onOther: () => player.pause(),
    onWish({ playing }) {
      if (playing) ports.onPlay?.(player, offer);
    },
  });
  const { getSnapshot } = shown;
  const resume = createResumeOffer(ports.positions);
  const offer = (seconds: number | null) => {
    resume.move(seconds);
    render();
  };
  const playlist = createPlaylist({
    scope,
    loadPlaylist: ports.loadPlaylist,
    onChange() {
      nextEpisode.pageCame();
      render();
    },
  });
  const { loadExtras = () => import('./extras.ts') } = ports;
  const extras = createLate(async () => {
    const inside = { ports, scope, sound, player, playlist, current, loading, nextEpisode, render };
    return (await loadExtras()).createExtras(inside);
  });
  const { chooses, unlessOvertaken } = createChoices();
  const inTurn = (move: () => void) => () => extras.after(unlessOvertaken(move));
  const lists = {
    get playlist() {
      return extras.now?.playlist ?? playlist;
    },
  };
  const loading = createLoading({
    current,
    lists,
    resume,
    isUsable: () => isSupported && !scope.disposed,
    episodeUrl: ports.episodeUrl,
    onLeave() {
      nextEpisode.forget();
      unread.forget();
    },
    onChange: render,
  });
  const nextEpisode = createNextEpisode({
    lists,
    goTo: loading.goTo,
    replay: () => current.player?.play(),
    isPlaying: () => getSnapshot().playing,
    onChange: render,
  });
  const { load, adopt, open } = loading;
  const choosing = { ...loading, load: chooses(load), adopt: chooses(adopt), open: chooses(open) };
  const parts = { getSnapshot, current, loading: choosing, resume, nextEpisode };
  const transport = createTransport({ ...parts, onChange: render });

  function render(): void {
    if (scope.disposed) return;
    const view = current.view();
    shown.show({
      ...makeSnapshot({
        view,
        target: current.target,
        range: current.range,
        queue: playlist.queue,
        settings: settings.shown,
        loop: nextEpisode.isLooping,
        unreadCount: unread.of(view.episode),
        resumeTime: resume.time,
        isSupported,
        now: performance.now(),
      }),
      ...extras.now?.shown,
    });
  }

  const player: Player = {
    ...playerMethods({ scope, current, shown, loading: choosing, transport, extras, render }),
    ...settings.methods,
    ...nextEpisode.methods,
    next: inTurn(nextEpisode.methods.next),
    prev: inTurn(nextEpisode.methods.prev),
    ...lateMethods(extras, unlessOvertaken),
    setUnreadCount: unread.set,
    setConsent() {}, // `createPlayer` knows the ads
  };
  if (ports.queueStorage?.get(QUEUE_KEY)) extras.use(render);
  return player;
}

interface PlayerParts {
  readonly scope: Scope;
  readonly current: CurrentItem;
  readonly shown: Shown;
  readonly loading: Loading;
  readonly transport: Transport;
  readonly extras: Late<Extras>;
  render(): void;
}

type PartMethods = Pick<
  Player,
  | keyof Transport
  | 'getSnapshot'
  | 'subscribe'
  | 'load'
  | 'getCurrentTime'
  | 'on'
  | 'adopt'
  | 'warmUp'
  | 'destroy'
>;

/** The methods that concern several parts of a player. */
function playerMethods(parts: PlayerParts): PartMethods {
  const { scope, current, shown, loading, transport, extras, render } = parts;
  return {
    ...transport,
    getSnapshot: shown.getSnapshot,
    subscribe: shown.subscribe,
    load: loading.load,
    getCurrentTime: () => current.view().currentTime,
    on(name, listener) {
      const end = shown.on(name, listener);
      if (name === 'timeupdate') current.player?.tick();
      return end;
    },
    adopt(episode, options) {
      loading.adopt(episode, options);
      if (options?.listPlace) extras.use(render);
    },
    play() {
      transport.play();
      return shown.wish();
    },
    warmUp(target) {
      const isOther = target && target.episode_id !== current.target?.episode_id;
      if (!isOther) current.player?.warmUp();
    },
    destroy() {
      if (scope.disposed) return;
      current.release();
      scope.dispose();
      shown.end();
    },
  };
}

/** The unread messages of the current episode: the episode's own count, until another one is set. */
function createUnreadCount(onChange: () => void) {
  let given: number | null = null;
  return {
    of: (episode: Episode | null) => given ?? episode?.count_unread_msg ?? 0,
    set(count: number) {
      given = Math.max(0, Math.trunc(count) || 0);
      onChange();
    },
    forget() {
      given = null;
    },
  };
}
