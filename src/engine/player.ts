import type { Chapter, Episode, Segment } from '../contract/episodes.ts';
import type { ErrorReason } from '../contract/errors.ts';
import type { PlaylistFeed, PlaylistItem } from '../contract/playlists.ts';

/** The names are those of the wire. */
export type PlayerStatus =
  | 'idle'
  | 'loading'
  | 'loaded'
  | 'waiting'
  | 'playing'
  | 'paused'
  | 'ended'
  | 'error'
  | 'unsupported';

/**
 * Why `play()` did not lead to sound: a reason of the error catalogue; `BLOCKED`: the browser requires a gesture of
 * the listener; `ABORTED`: a pause, another player or `destroy` came before the sound.
 */
export type PlayFailure = ErrorReason | 'BLOCKED' | 'ABORTED';

/** The state that a user interface shows. Immutable: every change makes a new object. */
export interface PlayerSnapshot {
  /** Null until it has loaded. */
  readonly episode: Episode | null;
  /** Id of the current episode. It is known before the episode has loaded. */
  readonly currentId: number | null;
  /** The segment that plays, or is about to; an ad if its `type` is `audio_ad_slot`. */
  readonly segment: Segment | null;
  /** The chapter of `currentTime`; null before the first one. */
  readonly chapter: Chapter | null;
  readonly state: PlayerStatus;
  /** The listener wants sound. It stays true while loading; it is false after an error or the end. */
  readonly playing: boolean;
  /** Seconds of the show's own content, without ads: 0 to `duration`, if that is known. */
  readonly currentTime: number;
  /** Seconds within the file that plays. */
  readonly fileTime: number;
  /** Whole seconds until the current ad ends; 0 while no ad plays. */
  readonly adTimeLeft: number;
  /** Seconds; 0 while unknown or live. */
  readonly duration: number;
  /**
   * `performance.now()` at which `currentTime` was read. While the state is `playing` and no ad plays, the position at a
   * later moment is `currentTime + (performance.now() - measuredAt) / 1000 * playbackRate`.
   */
  readonly measuredAt: number;
  /** Content second up to which the audio is buffered; 0 while unknown or live. */
  readonly bufferedEnd: number;
  /** 0 to 100; below 1 it is muted. */
  readonly volume: number;
  readonly muted: boolean;
  /** 0.5 to 3. */
  readonly playbackRate: number;
  /** True if `prev()` and `next()` lead to another episode. */
  readonly hasPrev: boolean;
  readonly hasNext: boolean;
  /** The known items of the playlist that the episode belongs to, in order. */
  readonly playlist: readonly PlaylistItem[];
  /** The episodes that the listener has put into the queue, in order. They play before the rest of the playlist. */
  readonly queue: readonly QueueItem[];
  /** The known upcoming episodes: first the `queue`, then the rest of the playlist, each episode once. */
  readonly upNext: readonly QueueItem[];
  /** For `adopt` after a reload. Null if no episode of the queue has played beside the playlist. */
  readonly listPlace: ListPlace | null;
  /** Null if none is set. */
  readonly sleepTimer: SleepTimer | null;
  /** Unread messages of the current episode: the last `setUnreadCount`, or else the episode's own count. */
  readonly unreadCount: number;
  /**
   * Content second at which the listener left this episode. It moves while they listen from there. Null if there is
   * no such place, and after they have heard a minute of the episode.
   */
  readonly resumeTime: number | null;
  /** Why the state is `error` or `unsupported`. */
  readonly error: ErrorReason | null;
  /** Address of the current episode, `.../episodes/{id}`, and of the playlist that it belongs to. */
  readonly stationUrl: string | null;
  readonly playlistUrl: string | null;
  /** The offset range that is played, in content seconds; null for the whole episode. */
  readonly offsetStart: number | null;
  readonly offsetEnd: number | null;
}

/**
 * An episode in the queue, with the fields for a row of a list. An `Episode` and an item of a playlist have these
 * fields. Only `api_url` is required: the address of the episode in the API, `.../episodes/{id}`.
 */
export interface QueueItem extends PlaylistItem {
  show_title?: string;
}

/** The position of the playlist, and the episodes that have played from the queue. It can be stored as JSON. */
export interface ListPlace {
  /** Address of the last played item of the playlist. */
  readonly station_url: string;
  /**
   * The episodes of the queue that have played, in order, each after the item of the playlist with this id. The playlist
   * does not play them again.
   */
  readonly played: readonly { readonly item: QueueItem; readonly after: number | string | null }[];
  /** Index in `played` of the current episode; -1 while the current episode is the playlist's own. */
  readonly at: number;
}

/** When a sleep timer pauses: after this many minutes of listening, or at the end of the episode or of its chapter. */
export type SleepChoice = number | 'episode' | 'chapter';

export interface SleepTimer {
  readonly choice: SleepChoice;
  /** Whole seconds of listening until it pauses; null while unknown, as at the end of a live episode. */
  readonly secondsLeft: number | null;
}

/** The episode of a play button. The names are those of the button's data attributes. */
export interface PlayTarget {
  readonly episode_id: number;
  /** Address of the episode in the API, if it is not the usual one: contains `/episodes/{id}`, optionally a `key`. */
  readonly station_url?: string | null | undefined;
  readonly playlist_url?: string | null | undefined;
  /**
   * The range to play, in content seconds: it plays from its start and pauses at its end. A value that is not a time,
   * or an end that is not after the start, counts as absent.
   */
  readonly offset_start?: number | null | undefined;
  readonly offset_end?: number | null | undefined;
}

/**
 * The events of a player. An event that HTMLMediaElement also has, has the same name. The events of one change come
 * in the order of this list. If a listener calls the player, the events of that call come later. Times are content
 * seconds.
 */
export interface PlayerEvents {
  episodechange: { episode: Episode };
  durationchange: { duration: number };
  /** The listener wants sound: `playing` in the snapshot has become true. */
  play: undefined;
  /** The browser refused to start without a gesture of the listener. `pause` follows. */
  blocked: undefined;
  /** The listener no longer wants sound, or there is none. This event comes before `ended` and `error`. */
  pause: undefined;
  /** Any change of `state`. This event comes before the four events that name a state. */
  statechange: { state: PlayerStatus };
  /** Sound is audible. */
  playing: undefined;
  /** The sound waits for the network. */
  waiting: undefined;
  /** The last segment has ended. After this event the next episode of the playlist begins. */
  ended: undefined;
  /** The state is `error`, for this reason of the error catalogue. */
  error: { reason: ErrorReason };
  segmentchange: { segment: Segment | null };
  chapterchange: { chapter: Chapter | null };
  /** 24 times a second while content plays. */
  timeupdate: { currentTime: number; duration: number };
  volumechange: { volume: number; muted: boolean };
  ratechange: { playbackRate: number };
  /** A requested seek has been carried out. The change from one segment to the next is not a seek. */
  seeked: { currentTime: number };
}

/**
 * The one player of a page, with the names of HTMLMediaElement. Methods throw only if their description says so: a
 * failure sets the state `error` with a reason. After `destroy` every call does nothing. Methods do not use `this`.
 */
export interface Player {
  getSnapshot(): PlayerSnapshot;
  /**
   * The current content second. The snapshot's `currentTime` is up to a second old if there is no listener for
   * `timeupdate`.
   */
  getCurrentTime(): number;
  /**
   * Calls back after every change of the snapshot. While content plays, its `currentTime` changes once a second, five
   * times on a touch device, and 24 times if there is a listener for `timeupdate`. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: () => void): () => void;
  /** Returns a function that removes the listener. An exception of the listener is reported as an uncaught error. */
  on<Name extends keyof PlayerEvents>(
    name: Name,
    listener: (value: PlayerEvents[Name]) => void,
  ): () => void;
  /**
   * Makes the target current and releases the previous episode. If the target is current already, only the range and
   * the playlist change. `autoplay` plays it. `currentTime` is the content second to start at; by default it is the
   * start of the range. Without either, the player shows the place at which the listener left the episode, and
   * `toggle` plays from there; with `autoplay` it starts at 0. A `station_url` without `/episode/{id}` or
   * `/episodes/{id}` is ignored.
   */
  load(target: PlayTarget, options?: { autoplay?: boolean; currentTime?: number }): void;
  /**
   * Makes an episode current without a request, from the given data. `playlist` is the first page at `playlistUrl`, if
   * that is given too. `listPlace`, `offsetStart` and `offsetEnd` are those of an earlier snapshot: after an episode of
   * the queue the playlist continues at its earlier position, and the range keeps its end.
   * @throws ReasonError `EPISODE_UNAVAILABLE` if the value is not an episode.
   */
  adopt(
    episode: Episode,
    options?: {
      playlistUrl?: string | null | undefined;
      playlist?: PlaylistFeed['playlist'];
      autoplay?: boolean;
      currentTime?: number;
      listPlace?: ListPlace | null | undefined;
      offsetStart?: number | null | undefined;
      offsetEnd?: number | null | undefined;
    },
  ): void;
  /**
   * After the end it starts again; after an error it tries again. An episode that the listener left earlier starts at
   * 0: `toggle` and `resume` continue at the place where they stopped. Resolves when sound is audible, and rejects
   * with a `PlayError` and its `reason` if there is none. A caller may ignore the promise.
   */
  play(): Promise<void>;
  pause(): void;
  /**
   * The click on a play button, in accordance with its face (`buttonFace`): pauses, resumes, or loads and plays. An
   * episode that the listener left earlier continues where they stopped. Without a target it is the button of the
   * current episode.
   */
  toggle(target?: PlayTarget): void;
  /**
   * Moves to a content second, clamped to 0..duration. Before the episode has loaded, the seek is queued and the load
   * starts. A live episode ignores seeks. A seek to a place outside the offset range ends the range.
   */
  seek(seconds: number): void;
  /** Moves to a fraction of the duration, clamped to 0..1. */
  seekFraction(fraction: number): void;
  /**
   * Goes to the next or previous item of the playlist, and plays it if the current one plays. Without such an item
   * nothing happens.
   */
  next(): void;
  prev(): void;
  /** Fetches the next page of the playlist, if there is one: for a list that has been scrolled to its end. */
  loadMore(): void;
  /**
   * Puts an episode at the head of the queue, or at its end. An episode that is in the queue already moves there. The
   * current episode is ignored, and a full queue (200) loses its last episode. The first call loads the code: it
   * resolves once the queue contains the episode, and rejects if the code did not load.
   */
  playNext(episode: QueueItem): Promise<void>;
  addToQueue(episode: QueueItem): Promise<void>;
  /** Moves an episode of the queue to another index, 0 for its head. */
  moveInQueue(episodeId: number, index: number): void;
  removeFromQueue(episodeId: number): void;
  clearQueue(): void;
  /** Plays an episode of `upNext` now. The other episodes of the queue stay in it. */
  playUpNext(episodeId: number): void;
  /**
   * Pauses after this many minutes of listening, or at the end of the episode or of the chapter; null for never.
   * Before the pause the volume fades out. The next play restores the volume and starts where the fade began. The
   * first call loads the code.
   */
  setSleepTimer(choice: SleepChoice | null): void;
  /** Clamped to 0..100; below 1 it is muted. */
  setVolume(volume: number): void;
  /** Unmuting restores the larger of 25 and the last volume. */
  setMuted(muted: boolean): void;
  /** Clamped to 0.5..3, pitch kept. */
  setPlaybackRate(rate: number): void;
  /** The end of the playlist, or of an episode without one, starts it again. Initially false. */
  setLoop(loop: boolean): void;
  getLoop(): boolean;
  /** The end of an episode plays the next one. Initially true. */
  setContinuous(isContinuous: boolean): void;
  /** Looks for new episodes of the playlist every five minutes. Initially false. */
  setAutoupdate(isOn: boolean): void;
  /** Moves to `resumeTime`, if there is one, and plays. */
  resume(): void;
  /** Sets the unread messages of the current episode. Another episode starts with its own count. */
  setUnreadCount(count: number): void;
  /**
   * The listener's consent to ads and to their beacons. Consent takes effect with the next episode. A withdrawal ends
   * the current ad and all such requests. Needed only with the option `consent: false`.
   */
  setConsent(isGiven: boolean): void;
  /**
   * Opens connections and fetches the beginning of the audio, 128 kB at most: for a pointer or focus on a play
   * button.
   */
  warmUp(target?: PlayTarget): void;
  /** Ends the player and removes its listeners, timers, elements and object URLs. */
  destroy(): void;
}
