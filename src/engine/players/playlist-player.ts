import type { AdItem } from '../../contract/ads.ts';
import type { Episode, Segment } from '../../contract/episodes.ts';
import {
  PLAYBACK_RATE_MAX,
  PLAYBACK_RATE_MIN,
  RESUME_FROM_S,
  RESUME_SAVE_MS,
} from '../../contract/limits.ts';
import type { PlaylistFeed, PlaylistItem } from '../../contract/playlists.ts';
import { createScope } from '../../lib/scope.ts';
import { createStore } from '../../lib/store.ts';
import type { Player, PlayerSnapshot, PlayTarget } from '../player.ts';
import { announcements, createAnnouncer, isSameSnapshot } from '../rules/announce.ts';
import { buttonFace } from '../rules/button-face.ts';
import { chapterAt } from '../rules/chapters.ts';
import { type CompleteTarget, completeTarget } from '../rules/complete-target.ts';
import { isWithin, type OffsetRange, rangeOf } from '../rules/offset-range.ts';
import { readEpisode } from '../rules/read-episode.ts';
import { IDLE_SNAPSHOT } from '../rules/snapshot.ts';
import { episodeIdOf } from '../rules/station-url.ts';
import { clamp } from '../rules/timeline.ts';
import { createVolume, setMuted, setVolume } from '../rules/volume.ts';
import type { Exclusive } from '../sound/exclusive.ts';
import type { CreateSound, SoundEvents } from '../sound/sound.ts';
import {
  type AdMoment,
  createEpisodePlayer,
  EMPTY_VIEW,
  RANGE_TOLERANCE_S,
} from './episode-player.ts';
import {
  createLazyEpisodePlayer,
  type LazyEpisodePlayer,
  type PlanAds,
} from './lazy-episode-player.ts';
import { createPlaylist } from './playlist.ts';
import type { Positions } from './positions.ts';

/** What the engine needs from outside. */
export interface PlayerPorts {
  /** What the API answers; anything that is no episode becomes the state `error`. */
  loadEpisode(stationUrl: string, signal: AbortSignal): Promise<Episode>;
  /** Address of an episode in the API, for targets that name only its id. */
  episodeUrl(episodeId: number): string;
  loadPlaylist(url: string, signal: AbortSignal): Promise<PlaylistFeed>;
  /** Absent: no ads. */
  planAds?: PlanAds;
  onAd?: (ad: AdItem, moment: AdMoment) => void;
  /** Where the audio of a segment is fetched from; its `http_url` where absent. */
  resolveUrl?: (episode: Episode, segment: Segment) => string;
  createSound: CreateSound;
  /** Tells the origin's other players when this one begins, and is told of theirs. */
  createExclusive?: (onOther: () => void) => Exclusive;
  positions?: Positions;
  silenceUrl?: string;
  /** False where no audio can be played at all. */
  isSupported: boolean;
}

const UNSUPPORTED = { state: 'unsupported', error: 'PLAYBACK_UNSUPPORTED' } as const;

/** The one player of a page: the playlist level of spec section 4. */
export function createPlaylistPlayer(ports: PlayerPorts): Player {
  const scope = createScope();
  const store = createStore<PlayerSnapshot>({
    ...IDLE_SNAPSHOT,
    ...(ports.isSupported ? {} : UNSUPPORTED),
  });
  const { on, announce, clear } = createAnnouncer();
  let current: LazyEpisodePlayer | null = null;
  let target: CompleteTarget | null = null;
  let range: OffsetRange | null = null;
  let volume = createVolume(IDLE_SNAPSHOT.volume);
  let rate = 1;
  let loop = false;
  let isContinuous = true;
  let unread = 0;
  let resumeTime: number | null = null;
  /** The list has ended before its next page has arrived. */
  let isAwaitingPage = false;

  const playlist = createPlaylist({
    scope,
    loadPlaylist: ports.loadPlaylist,
    onChange() {
      if (isAwaitingPage) goOn();
      render();
    },
  });

  // One sound for every episode: its events go to whichever episode is current.
  const toCurrent =
    (name: Exclude<keyof SoundEvents, 'failed'>): (() => void) =>
    () =>
      current?.soundEvents?.[name]();
  const sound = ports.createSound({
    ready: toCurrent('ready'),
    started: toCurrent('started'),
    stalled: toCurrent('stalled'),
    blocked: toCurrent('blocked'),
    paused: toCurrent('paused'),
    seeked: toCurrent('seeked'),
    ended: toCurrent('ended'),
    failed: (kind) => current?.soundEvents?.failed(kind),
  });
  scope.add(() => sound.destroy());

  const exclusive = ports.createExclusive?.(() => player.pause());
  scope.add(() => exclusive?.end());

  function render(): void {
    if (scope.disposed) return;
    // The offer stands while the listener may still not have seen it.
    if (view().currentTime >= RESUME_FROM_S) resumeTime = null;
    const before = store.getSnapshot();
    const after = takeSnapshot();
    if (isSameSnapshot(before, after)) return;
    if (after.state === 'playing' && before.state !== 'playing') exclusive?.claim();
    if (after.playing !== before.playing) rememberWhile(after);
    announce(announcements(before, after), () => store.set(after));
  }

  const view = () => current?.view() ?? EMPTY_VIEW;

  function takeSnapshot(): PlayerSnapshot {
    const { playback, segmentTimeLeft, ...shown } = view();
    const { episode, segment, currentTime } = shown;
    const isAd = segment?.type === 'audio_ad_slot' && playback.status !== 'ended';
    return {
      ...shown,
      state: playback.status,
      playing: playback.playing,
      chapter: episode && chapterAt(episode.chapters, currentTime),
      adTimeLeft: isAd ? Math.ceil(segmentTimeLeft) : 0,
      volume: volume.volume,
      muted: volume.muted,
      playbackRate: rate,
      hasPrev: playlist.hasPrev,
      hasNext: playlist.hasNext || (loop && playlist.hasPrev),
      playlist: playlist.items,
      unreadCount: unread,
      resumeTime,
      currentId: target?.episode_id ?? null,
      stationUrl: target?.station_url ?? null,
      playlistUrl: target?.playlist_url ?? null,
      offsetStart: range?.start ?? null,
      offsetEnd: range && range.end < Infinity ? range.end : null,
      ...(ports.isSupported ? {} : UNSUPPORTED),
    };
  }

  /** Releases what was current, then makes the target so. */
  function switchTo(next: CompleteTarget, known?: Episode): void {
    remember();
    current?.release();
    target = next;
    unread = 0;
    isAwaitingPage = false;
    resumeTime = ports.positions?.get(next.episode_id) ?? null;
    range = null;
    current = createLazyEpisodePlayer(
      next.station_url,
      {
        scope,
        sound,
        silenceUrl: ports.silenceUrl,
        loadEpisode: async (url, signal) => readEpisode(await ports.loadEpisode(url, signal)),
        planAds: ports.planAds,
        onChange: watch,
        createPlayer: (episode, seek) =>
          createEpisodePlayer(
            episode,
            {
              scope,
              sound,
              playbackRate: () => rate,
              resolveUrl: ports.resolveUrl ?? ((_, segment) => segment.http_url),
              onChange: watch,
              onSeeked: () => announce([['seeked', { currentTime: view().currentTime }]]),
              onEnded() {
                // Unless who was told of the end has done something else about it.
                if (view().playback.status === 'ended') goOn();
              },
              ...(ports.onAd ? { onAd: ports.onAd } : {}),
            },
            seek,
          ),
      },
      known,
    );
  }

  /** An offset range ends where it says, or where the listener leaves it. */
  function watch(): void {
    const { playback, currentTime } = view();
    const isOver = (range?.end ?? Infinity) - currentTime <= RANGE_TOLERANCE_S;
    if (playback.status === 'ended' || (playback.status === 'paused' && isOver)) setRange(null);
    render();
  }

  function setRange(next: OffsetRange | null): void {
    range = next;
    current?.stopAt(next?.end ?? Infinity);
  }

  function remember(snapshot = store.getSnapshot()): void {
    const { episode, state, currentTime, duration } = snapshot;
    if (!episode || duration === 0 || resumeTime !== null) return;
    if (state === 'loading' || state === 'loaded') return; // nothing has been heard of it
    ports.positions?.save(episode.episode_id, currentTime, duration);
  }

  let stopRemembering = () => {};
  function rememberWhile(snapshot: PlayerSnapshot): void {
    stopRemembering();
    if (!ports.positions) return;
    if (snapshot.playing) stopRemembering = scope.interval(() => remember(), RESUME_SAVE_MS);
    else remember(snapshot);
  }

  /** After the end of an episode. */
  function goOn(): void {
    // What has been waited for is asked for by the playlist itself.
    const canMove = isContinuous && (playlist.hasNext || !isAwaitingPage);
    const next = canMove ? playlist.forward() : null;
    isAwaitingPage = isContinuous && !next && playlist.isIncomplete;
    if (next) goTo(next, true);
    else if (loop && !isAwaitingPage) repeat();
  }

  function repeat(): void {
    const first = isContinuous ? playlist.rewind() : null;
    if (first) goTo(first, true);
    else current?.play();
  }

  function goTo(item: PlaylistItem | null, autoplay: boolean): void {
    const episode_id = item && episodeIdOf(item.api_url);
    if (!item || episode_id === null || scope.disposed) return;
    const { playlist_url } = target ?? {};
    switchTo({ episode_id, station_url: item.api_url, playlist_url });
    start({ autoplay });
  }

  function start({ autoplay, currentTime }: Parameters<Player['load']>[1] = {}): void {
    const at = currentTime ?? range?.start;
    if (at != null) {
      resumeTime = null;
      current?.seek(at);
    }
    setRange(range); // only now: what plays already may stand beyond its end
    if (autoplay) current?.play();
    else if (at == null) current?.load();
    render();
  }

  const isCurrent = ({ episode_id }: PlayTarget) => target?.episode_id === episode_id;

  /** What the target asks for is what plays now, or was paused: it is gone on with. */
  function isUnderWay(next: PlayTarget): boolean {
    const asked = rangeOf(next);
    return isCurrent(next) && asked?.start === range?.start && asked?.end === range?.end;
  }

  const player: Player = {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    on,
    load(given, options) {
      const next = completeTarget(given, ports.episodeUrl);
      if (!ports.isSupported || scope.disposed || !next) return;
      const playlist_url = next.playlist_url ?? (isCurrent(next) ? target?.playlist_url : null);
      const asked = { ...next, playlist_url };
      if (!isCurrent(next) || playlist_url !== target?.playlist_url) playlist.enqueue(asked);
      // An address that has brought nothing gives way to another, e.g. one with a key.
      const isKept = view().episode || next.station_url === target?.station_url;
      if (isCurrent(next) && isKept) target = asked;
      else switchTo(asked);
      range = rangeOf(next);
      start(options);
    },
    adopt(episode, { playlistUrl = null, playlist: firstPage, ...options } = {}) {
      if (!ports.isSupported || scope.disposed) return;
      const known = readEpisode(episode);
      const next = {
        episode_id: known.episode_id,
        station_url: known.api_url,
        playlist_url: playlistUrl,
      };
      playlist.enqueue(next, firstPage);
      switchTo(next, known);
      start(options);
    },
    play() {
      isAwaitingPage = false;
      current?.play();
      render();
    },
    pause() {
      isAwaitingPage = false;
      current?.pause();
      render();
    },
    toggle(next) {
      const face = buttonFace(store.getSnapshot(), next);
      if (face === 'pause' || face === 'loading') return player.pause();
      if (next && !isUnderWay(next)) return player.load(next, { autoplay: true });
      player.play();
    },
    seek(seconds) {
      isAwaitingPage = false;
      resumeTime = null;
      if (range && !isWithin(range, seconds)) setRange(null);
      current?.seek(seconds);
      render();
    },
    seekFraction(fraction) {
      // A fraction is one of the whole episode: while its length is not known, a range is left for it.
      const { duration } = view();
      if (duration) return player.seek(clamp(fraction, 1) * duration);
      setRange(null);
      current?.seekFraction(fraction);
      render();
    },
    next() {
      const { playing } = store.getSnapshot();
      goTo(playlist.forward() ?? (loop ? playlist.rewind() : null), playing);
    },
    prev() {
      goTo(playlist.back(), store.getSnapshot().playing);
    },
    loadMore: playlist.loadMore,
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
      if (Number.isFinite(value)) {
        rate = Math.min(Math.max(value, PLAYBACK_RATE_MIN), PLAYBACK_RATE_MAX);
      }
      sound.setRate(rate);
      render();
    },
    setLoop(value) {
      loop = value;
      render();
    },
    getLoop: () => loop,
    setContinuous(value) {
      isContinuous = value;
    },
    setAutoupdate: playlist.setAutoupdate,
    resume() {
      if (resumeTime !== null) player.seek(resumeTime);
      player.play();
    },
    setUnreadCount(count) {
      unread = Math.max(0, Math.trunc(count) || 0);
      render();
    },
    warmUp(next) {
      if (!next || isCurrent(next)) current?.warmUp();
    },
    destroy() {
      if (scope.disposed) return;
      remember();
      current?.release();
      current = null; // nothing that is called from here on finds anything
      scope.dispose();
      clear();
    },
  };

  return player;
}
