import type { Chapter, Episode, Segment } from '../contract/episodes.ts';
import type { ErrorReason } from '../contract/errors.ts';
import type { PlaylistFeed, PlaylistItem } from '../contract/playlists.ts';

/** Their names are those of the wire. */
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

/** Everything that a face of the player shows. Immutable: a new object for every change. */
export interface PlayerSnapshot {
  /** Null until it has loaded. */
  readonly episode: Episode | null;
  /** Id of what is current, known before its episode has loaded. */
  readonly currentId: number | null;
  /** The stretch of a file that plays, or would; an ad where its `type` is `audio_ad_slot`. */
  readonly segment: Segment | null;
  /** Of `currentTime`; null before the first one. */
  readonly chapter: Chapter | null;
  readonly state: PlayerStatus;
  /** The listener wants sound. Stays true while loading; false after an error or the end. */
  readonly playing: boolean;
  /** Seconds of the show's own content, whatever ads play between: 0 to `duration`, where that is known. */
  readonly currentTime: number;
  /** Seconds within the file that plays. */
  readonly fileTime: number;
  /** Whole seconds until the ad that plays ends; 0 while none does. */
  readonly adTimeLeft: number;
  /** Seconds; 0 while unknown or live. */
  readonly duration: number;
  /**
   * `performance.now()` at which `currentTime` was read. While the state is `playing` and no ad plays, the position at a
   * later moment is `currentTime + (performance.now() - measuredAt) / 1000 * playbackRate`.
   */
  readonly measuredAt: number;
  /** Content second up to which nothing waits for the network; 0 while unknown or live. */
  readonly bufferedEnd: number;
  /** 0 to 100; 0 is muted. */
  readonly volume: number;
  readonly muted: boolean;
  /** 0.5 to 3. */
  readonly playbackRate: number;
  /** Whether `prev()` and `next()` have somewhere to go. */
  readonly hasPrev: boolean;
  readonly hasNext: boolean;
  /** What is known of the playlist that the episode belongs to, in order. */
  readonly playlist: readonly PlaylistItem[];
  /** Unread messages of the current episode, as `setUnreadCount` has told. */
  readonly unreadCount: number;
  /** Content second at which the listener left this episode; null when there is none, and after ten seconds of another place. */
  readonly resumeTime: number | null;
  /** Why the state is `error` or `unsupported`. */
  readonly error: ErrorReason | null;
  /** Address of what is loaded: `.../episodes/{id}`, and of the playlist that it belongs to. */
  readonly stationUrl: string | null;
  readonly playlistUrl: string | null;
  /** Offset range that is being played, in content seconds; null for the whole episode. */
  readonly offsetStart: number | null;
  readonly offsetEnd: number | null;
}

/** What a play button asks for (spec section 2, player bar). */
export interface PlayTarget {
  readonly episode_id: number;
  /** Address of the episode in the API, if it is not the usual one: contains `/episodes/{id}`, optionally a `key`. */
  readonly station_url?: string | null | undefined;
  readonly playlist_url?: string | null | undefined;
  /**
   * Content seconds of the range that is asked for: it plays from the start, and pauses at the end. What can be no
   * moment, or an end that is not after the start, counts as absent.
   */
  readonly offset_start?: number | null | undefined;
  readonly offset_end?: number | null | undefined;
}

/**
 * What is told, by the names of HTMLMediaElement where it has one. Events that come of one change are told in the order
 * of this list; what a listener brings about by calling the player is told after it. Times are content seconds.
 */
export interface PlayerEvents {
  episodechange: { episode: Episode };
  durationchange: { duration: number };
  /** The listener wants sound: `playing` of the snapshot has become true. */
  play: undefined;
  /** He does not any more, or there is none to be had: comes before `ended` and `error`. */
  pause: undefined;
  /** Any change of `state`. It comes before the four that name one. */
  statechange: { state: PlayerStatus };
  /** Sound is heard. */
  playing: undefined;
  /** It will be, once the network gives it. */
  waiting: undefined;
  /** The last segment is over. After it the next of the playlist begins. */
  ended: undefined;
  /** The state is `error`, for this reason of the catalogue. */
  error: { reason: ErrorReason };
  segmentchange: { segment: Segment | null };
  chapterchange: { chapter: Chapter | null };
  /** 24 times a second while content plays. */
  timeupdate: { currentTime: number; duration: number };
  volumechange: { volume: number; muted: boolean };
  ratechange: { playbackRate: number };
  /** A seek that was asked for is carried out; going from segment to segment is none. */
  seeked: { currentTime: number };
}

/**
 * The one player of a page, in the vocabulary of HTMLMediaElement. Nothing throws but what says so: what fails is the
 * snapshot's `state` and `error`. After `destroy` every call does nothing. Methods need no `this`.
 */
export interface Player {
  getSnapshot(): PlayerSnapshot;
  /** The content second at this moment. The snapshot's own is up to a second old while nobody listens to `timeupdate`. */
  getCurrentTime(): number;
  /**
   * Calls back after every change of the snapshot. While content plays its `currentTime` changes once a second, five
   * times on a touch device, and 24 times while somebody listens to `timeupdate`. Returns a function that unsubscribes.
   */
  subscribe(listener: () => void): () => void;
  /** Returns a function that removes the listener. What a listener throws is reported as an uncaught error. */
  on<Name extends keyof PlayerEvents>(
    name: Name,
    listener: (value: PlayerEvents[Name]) => void,
  ): () => void;
  /**
   * Makes the target current, releasing another episode first; of the current one it takes over the range and the
   * playlist. `autoplay` plays it; `currentTime` is the content second to begin at, else the start of the range. A
   * `station_url` without `/episode/{id}` or `/episodes/{id}` is ignored.
   */
  load(target: PlayTarget, options?: { autoplay?: boolean; currentTime?: number }): void;
  /**
   * Makes an episode current whose data is already here: no request. `playlist` is the page at `playlistUrl`, where
   * that is here too.
   * @throws AppError `EPISODE_UNAVAILABLE` for what is no episode.
   */
  adopt(
    episode: Episode,
    options?: {
      playlistUrl?: string | null;
      playlist?: PlaylistFeed['playlist'];
      autoplay?: boolean;
      currentTime?: number;
    },
  ): void;
  /** After the end it begins again, after an error it tries again. */
  play(): void;
  pause(): void;
  /**
   * What a play button does, as its face says (`buttonFace`): pauses, goes on, or loads and plays. Without a target it
   * is the button of whatever is current.
   */
  toggle(target?: PlayTarget): void;
  /**
   * To a content second, clamped to 0..duration. Before the episode has loaded the seek is queued and the load starts;
   * a live episode takes none. A seek out of the offset range leaves it.
   */
  seek(seconds: number): void;
  /** To a fraction of the duration, clamped to 0..1. */
  seekFraction(fraction: number): void;
  /** To the next or previous item of the playlist, playing where this one plays. Nothing where there is none. */
  next(): void;
  prev(): void;
  /** Fetches the next page of the playlist, where there is one: for a list that is scrolled to its end. */
  loadMore(): void;
  /** Clamped to 0..100; 0 is muted. */
  setVolume(volume: number): void;
  /** Unmuting restores the larger of 25 and the last volume. */
  setMuted(muted: boolean): void;
  /** Clamped to 0.5..3, pitch kept. */
  setPlaybackRate(rate: number): void;
  /** At the end of the playlist, or of an episode that plays by itself, begins again; false to begin with. */
  setLoop(loop: boolean): void;
  getLoop(): boolean;
  /** Whether the end of an episode plays the next one; true to begin with. */
  setContinuous(isContinuous: boolean): void;
  /** Looks for new episodes of the playlist every five minutes; false to begin with. */
  setAutoupdate(isOn: boolean): void;
  /** Goes to `resumeTime`, where there is one, and plays. */
  resume(): void;
  /** Unread messages of the current episode, from whoever receives them. Another episode starts at 0. */
  setUnreadCount(count: number): void;
  /** Opens connections and fetches the head of the audio: for pointer or focus on a play button. */
  warmUp(target?: PlayTarget): void;
  /** Leaves nothing behind: no listener, timer, element or object URL. */
  destroy(): void;
}
