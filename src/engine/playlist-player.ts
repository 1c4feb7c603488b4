import type { Episode, PlaylistFeed } from '../contract/entities.ts';
import { createEmitter, runAll } from '../lib/emitter.ts';
import { createScope } from '../lib/scope.ts';
import { createStore } from '../lib/store.ts';
import { buttonFace } from './button-face.ts';
import { chapterAt, createEpisodePlayer } from './episode-player.ts';
import { createLazyEpisodePlayer, type LazyEpisodePlayer } from './lazy-episode-player.ts';
import type { Player, PlayerEvents, PlayerSnapshot, PlayTarget } from './player.ts';
import {
  addPage,
  EMPTY_QUEUE,
  goBack,
  goForward,
  needsPage,
  type PlaylistQueue,
  startQueue,
} from './playlist-queue.ts';
import { IDLE_SNAPSHOT } from './snapshot.ts';
import type { CreateSound, SoundEvents } from './sound/sound.ts';
import { createVolume, setMuted, setVolume } from './volume.ts';

/** What the engine needs from outside. */
export interface PlayerPorts {
  loadEpisode(stationUrl: string, signal: AbortSignal): Promise<Episode>;
  loadPlaylist(url: string, signal: AbortSignal): Promise<PlaylistFeed>;
  createSound: CreateSound;
  /** False where no audio can be played at all. */
  isSupported: boolean;
}

/** Accepts only addresses that hold /episode/{id} or /episodes/{id} (spec 5). Null for others. */
export function episodeIdOf(stationUrl: string): number | null {
  const match = /\/episodes?\/(\d+)(?:[/?#]|$)/.exec(stationUrl);
  return match ? Number(match[1]) : null;
}

/** The one player of a page: the playlist level of spec section 4. */
export function createPlaylistPlayer(ports: PlayerPorts): Player {
  const scope = createScope();
  const store = createStore<PlayerSnapshot>({
    ...IDLE_SNAPSHOT,
    state: ports.isSupported ? 'idle' : 'unsupported',
    error: ports.isSupported ? null : 'PLAYBACK_UNSUPPORTED',
  });
  const emitter = createEmitter<PlayerEvents>();
  let current: LazyEpisodePlayer | null = null;
  let target: PlayTarget | null = null;
  let queue: PlaylistQueue = EMPTY_QUEUE;
  let isFetchingPage = false;
  let volume = createVolume(IDLE_SNAPSHOT.volume);
  let rate = 1;
  let loop = false;

  // One element for every episode: its events go to whichever episode is current.
  const toCurrent =
    (name: Exclude<keyof SoundEvents, 'failed'>): (() => void) =>
    () =>
      current?.inner?.soundEvents[name]();
  const sound = ports.createSound({
    ready: toCurrent('ready'),
    started: toCurrent('started'),
    stalled: toCurrent('stalled'),
    blocked: toCurrent('blocked'),
    paused: toCurrent('paused'),
    seeked: toCurrent('seeked'),
    ended: toCurrent('ended'),
    failed: (kind) => current?.inner?.soundEvents.failed(kind),
  });
  scope.add(() => sound.destroy());

  function render(): void {
    const before = store.getSnapshot();
    const after = takeSnapshot();
    if (isSame(before, after)) return;
    store.set(after);
    announce(before, after);
  }

  function takeSnapshot(): PlayerSnapshot {
    const before = store.getSnapshot();
    const isUnsupported = before.state === 'unsupported' && !ports.isSupported;
    return {
      ...before,
      episode: current?.episode ?? null,
      current_id: target?.episode_id ?? null,
      segment: current?.segment ?? null,
      chapter: current?.episode ? chapterAt(current.episode.chapters, current.currentTime) : null,
      state: isUnsupported ? 'unsupported' : (current?.playback.status ?? 'idle'),
      playing: current?.playback.playing ?? false,
      currentTime: current?.currentTime ?? 0,
      duration: current?.duration ?? 0,
      bufferedEnd: current?.bufferedEnd ?? 0,
      volume: volume.volume,
      muted: volume.muted,
      playbackRate: rate,
      has_prev: queue.history.length > 0,
      has_next: queue.upcoming.length > 0,
      error: isUnsupported ? 'PLAYBACK_UNSUPPORTED' : (current?.error ?? null),
      station_url: target?.station_url ?? null,
      playlist_url: target?.playlist_url ?? null,
      offset_start: target?.offset_start ?? null,
      offset_end: target?.offset_end ?? null,
    };
  }

  function announce(before: PlayerSnapshot, after: PlayerSnapshot): void {
    const calls: (() => void)[] = [];
    const tell = <Name extends keyof PlayerEvents>(name: Name, value: PlayerEvents[Name]) =>
      calls.push(() => emitter.emit(name, value));
    const { currentTime, duration, episode, state, playbackRate, muted, error } = after;
    if (episode && episode !== before.episode) tell('episodechange', { episode });
    if (duration !== before.duration) tell('durationchange', { duration });
    if (after.playing && !before.playing) tell('play', undefined);
    if (!after.playing && before.playing) tell('pause', undefined);
    if (state !== before.state) {
      tell('statechange', { state });
      if (state === 'playing') tell('playing', undefined);
      if (state === 'waiting') tell('waiting', undefined);
      if (state === 'ended') tell('ended', undefined);
    }
    if (error && (error !== before.error || state !== before.state))
      tell('error', { reason: error });
    if (currentTime !== before.currentTime) tell('timeupdate', { currentTime, duration });
    if (after.volume !== before.volume || muted !== before.muted) {
      tell('volumechange', { volume: after.volume, muted });
    }
    if (playbackRate !== before.playbackRate) tell('ratechange', { playbackRate });
    runAll(calls);
  }

  /** Releases what was current, then makes the target so. */
  function switchTo(next: PlayTarget, known?: Episode): LazyEpisodePlayer {
    current?.release();
    target = next;
    current = createLazyEpisodePlayer(
      next.station_url,
      {
        scope,
        loadEpisode: ports.loadEpisode,
        onChange: watch,
        createPlayer: (episode) =>
          createEpisodePlayer(episode, {
            scope,
            sound,
            onChange: watch,
            onSeeked: () => emitter.emit('seeked', { currentTime: current?.currentTime ?? 0 }),
            onEnded: onEpisodeEnded,
          }),
      },
      known,
    );
    return current;
  }

  /** An offset range ends where it says. */
  function watch(): void {
    const end = target?.offset_end;
    if (end != null && current?.playback.status === 'playing' && current.currentTime >= end) {
      const start = target?.offset_start ?? null;
      if (target) target = { ...target, offset_start: null, offset_end: null };
      if (start !== null) current.pause();
    }
    render();
  }

  function onEpisodeEnded(): void {
    if (loop) {
      current?.play();
      return;
    }
    goTo(goForward(queue), true);
  }

  function goTo(next: PlaylistQueue, autoplay: boolean): void {
    const item = next.current;
    const episode_id = item && episodeIdOf(item.api_url);
    if (next === queue || !item || episode_id === null) return;
    queue = next;
    const player = switchTo({
      episode_id,
      station_url: item.api_url,
      playlist_url: target?.playlist_url,
    });
    if (autoplay) player.play();
    else player.load();
    fetchPage();
    render();
  }

  function fetchPage(): void {
    const { next_url } = queue;
    if (isFetchingPage || !needsPage(queue) || next_url === null) return;
    isFetchingPage = true;
    ports
      .loadPlaylist(next_url, scope.signal)
      .then(({ playlist }) => {
        if (queue.next_url === next_url) queue = addPage(queue, playlist.items, playlist.next_url);
      })
      // A playlist that fails ends where it is: the episode plays on.
      .catch(() => {
        if (queue.next_url === next_url) queue = { ...queue, next_url: null };
      })
      .finally(() => {
        isFetchingPage = false;
        if (scope.disposed) return;
        render();
        fetchPage();
      });
  }

  function enqueue({ station_url, playlist_url }: PlayTarget): void {
    const isSamePlaylist = playlist_url && playlist_url === target?.playlist_url;
    const at = isSamePlaylist ? queue.upcoming.findIndex((i) => i.api_url === station_url) : -1;
    if (at === -1) {
      queue = startQueue({ api_url: station_url }, playlist_url ?? null);
    } else {
      for (let step = 0; step <= at; step++) queue = goForward(queue);
    }
    fetchPage();
  }

  const isCurrent = ({ episode_id }: PlayTarget) => target?.episode_id === episode_id;

  const player: Player = {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    on: emitter.on,
    load(next, options) {
      if (!ports.isSupported || episodeIdOf(next.station_url) === null) return;
      if (!isCurrent(next) || !current) {
        enqueue(next);
        switchTo(next);
      } else {
        target = { ...target, ...next };
      }
      start(options, next.offset_start);
    },
    adopt(episode, { playlist_url = null, ...options } = {}) {
      if (!ports.isSupported) return;
      const next = { episode_id: episode.episode_id, station_url: episode.api_url, playlist_url };
      enqueue(next);
      switchTo(next, episode);
      start(options);
    },
    play() {
      current?.play();
      render();
    },
    pause() {
      current?.pause();
      render();
    },
    toggle(next) {
      const face = buttonFace(store.getSnapshot(), next);
      if (face === 'pause' || face === 'loading') return player.pause();
      if (!next || (isCurrent(next) && next.offset_start == null)) return player.play();
      player.load(next, { autoplay: true });
    },
    seek(seconds) {
      current?.seek(seconds);
      render();
    },
    seekFraction(fraction) {
      player.seek(Math.min(Math.max(fraction, 0), 1) * (current?.duration ?? 0));
    },
    next() {
      goTo(goForward(queue), store.getSnapshot().playing);
    },
    previous() {
      goTo(goBack(queue), store.getSnapshot().playing);
    },
    setVolume(value) {
      volume = setVolume(volume, value);
      sound.setVolume(volume.volume / 100);
      render();
    },
    setMuted(muted) {
      volume = setMuted(volume, muted);
      sound.setVolume(volume.volume / 100);
      render();
    },
    setPlaybackRate(value) {
      rate = Number.isFinite(value) ? Math.min(Math.max(value, 0.5), 3) : rate;
      sound.setRate(rate);
      render();
    },
    setLoop(value) {
      loop = value;
    },
    getLoop: () => loop,
    warmUp(next) {
      if (!next || isCurrent(next)) current?.warmUp();
    },
    destroy() {
      current?.release();
      scope.dispose();
      emitter.clear();
    },
  };

  function start(
    options: { autoplay?: boolean; currentTime?: number } = {},
    offsetStart?: number | null,
  ): void {
    const at = options.currentTime ?? offsetStart;
    if (at != null) current?.seek(at);
    if (options.autoplay) current?.play();
    else if (at == null) current?.load();
    render();
  }

  return player;
}

function isSame(a: PlayerSnapshot, b: PlayerSnapshot): boolean {
  return (Object.keys(a) as (keyof PlayerSnapshot)[]).every((key) => Object.is(a[key], b[key]));
}
