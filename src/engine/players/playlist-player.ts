import type { AdItem } from '../../contract/ads.ts';
import type { Episode, Segment } from '../../contract/episodes.ts';
import { PROGRESS_IDLE_MS, PROGRESS_INTERVAL_MS } from '../../contract/limits.ts';
import type { PlaylistFeed } from '../../contract/playlists.ts';
import type { KeyValue } from '../../lib/key-value.ts';
import { createLate } from '../../lib/late.ts';
import { createScope } from '../../lib/scope.ts';
import type { Player } from '../player.ts';
import { readEpisode } from '../rules/read-episode.ts';
import { IDLE_PARTS, makeSnapshot } from '../rules/snapshot.ts';
import type { Exclusive } from '../sound/exclusive.ts';
import type { CreateSound } from '../sound/sound.ts';
import type { AdMoment } from './ad-watch.ts';
import { createCurrentItem } from './current-item.ts';
import { lateMethods } from './late-methods.ts';
import type { AdsOf, AwaitToken } from './lazy-episode-player.ts';
import { createLoading } from './loading.ts';
import { createNavigation } from './navigation.ts';
import { createPlaylist } from './playlist.ts';
import type { Positions } from './positions.ts';
import { QUEUE_KEY } from './queue-key.ts';
import { createResumeOffer } from './resume-offer.ts';
import { createSettings } from './settings.ts';
import { createShown } from './shown.ts';
import { createTransport } from './transport.ts';

/** The engine's needs from outside. */
export interface PlayerPorts {
  /** Gets the API's answer. Anything that is not an episode becomes the state `error`. */
  loadEpisode(stationUrl: string, signal: AbortSignal): Promise<Episode>;
  /** Address of an episode in the API, for targets that name only its id. */
  episodeUrl(episodeId: number): string;
  loadPlaylist(url: string, signal: AbortSignal): Promise<PlaylistFeed>;
  adsOf?: AdsOf;
  awaitToken?: AwaitToken;
  onAd?: (ad: AdItem, moment: AdMoment) => void;
  /** Where the audio of a segment is fetched from; its `http_url` if absent. */
  resolveUrl?: (episode: Episode, segment: Segment) => string;
  createSound: CreateSound;
  /** Tells the origin's other players when this one begins, and reports when another one does. */
  createExclusive?: (onOther: () => void) => Exclusive;
  positions?: Positions;
  /** Called with each wish for sound. `offer`: the place at which the episode can be resumed has changed. */
  onPlay?: (player: Player, offer: (seconds: number | null) => void) => void;
  /** Keeps the listener's queue over a reload. */
  queueStorage?: KeyValue;
  silenceUrl?: string;
  /** 0 to 100; 80 if absent. */
  volume?: number;
  /** Milliseconds between two readings of the current time while nobody listens to `timeupdate`. */
  progressMs?: number;
  /** False if no audio can be played at all. */
  isSupported: boolean;
}

/** The one player of a page: puts its parts together, and keeps one snapshot of them all. */
export function createPlaylistPlayer(ports: PlayerPorts): Player {
  const { isSupported, volume = IDLE_PARTS.settings.volume, progressMs = PROGRESS_IDLE_MS } = ports;
  const scope = createScope();
  /** Null until somebody sets it: the episode's own count holds. */
  let unreadCount: number | null = null;

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
        // Unless a listener of the end has done something else about it.
        if (current.view().playback.status === 'ended') navigation.goOn();
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
      navigation.pageCame();
      render();
    },
  });
  const extras = createLate(async () => {
    const inside = { ports, scope, sound, player, playlist, current, loading, navigation, render };
    return (await import('./extras.ts')).createExtras(inside);
  });
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
      navigation.forget();
      unreadCount = null;
    },
    onChange: render,
  });
  const navigation = createNavigation({
    lists,
    goTo: loading.goTo,
    replay: () => current.player?.play(),
    isPlaying: () => getSnapshot().playing,
    onChange: render,
  });
  const parts = { getSnapshot, current, loading, resume, navigation };
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
        loop: navigation.isLooping,
        unreadCount: unreadCount ?? view.episode?.count_unread_msg ?? 0,
        resumeTime: resume.time,
        isSupported,
        now: performance.now(),
      }),
      ...extras.now?.shown,
    });
  }

  const player: Player = {
    getSnapshot,
    subscribe: shown.subscribe,
    getCurrentTime: () => current.view().currentTime,
    on(name, listener) {
      const end = shown.on(name, listener);
      if (name === 'timeupdate') current.player?.tick();
      return end;
    },
    load: loading.load,
    adopt(episode, options) {
      loading.adopt(episode, options);
      if (options?.listPlace) extras.use(render);
    },
    ...transport,
    play() {
      transport.play();
      return shown.wish();
    },
    ...settings.methods,
    ...navigation.methods,
    next: () => extras.after(navigation.methods.next),
    ...lateMethods(extras),
    setUnreadCount(count) {
      unreadCount = Math.max(0, Math.trunc(count) || 0);
      render();
    },
    setConsent() {}, // `createPlayer` knows the ads
    warmUp(target) {
      const isCurrent = target?.episode_id === current.target?.episode_id;
      if (!target || isCurrent) current.player?.warmUp();
    },
    destroy() {
      if (scope.disposed) return;
      current.release();
      scope.dispose();
      shown.end();
    },
  };
  if (ports.queueStorage?.get(QUEUE_KEY)) extras.use(render);
  return player;
}
