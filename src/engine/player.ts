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

/**
 * Why `play()` did not lead to sound: a reason of the error catalogue; `BLOCKED`: the browser wants a gesture of the
 * listener first; `ABORTED`: a pause, another player or `destroy` came before the sound.
 */
export type PlayFailure = ErrorReason | 'BLOCKED' | 'ABORTED';

/** Everything that a face of the player shows. Immutable: every change makes a new object. */
export interface PlayerSnapshot {
  /** Null until it has loaded. */
  readonly episode: Episode | null;
  /** Id of the current episode. It is known before the episode has loaded. */
  readonly currentId: number | null;
  /** The stretch of a file that plays, or is about to; an ad if its `type` is `audio_ad_slot`. */
  readonly segment: Segment | null;
  /** The chapter of `currentTime`; null before the first one. */
  readonly chapter: Chapter | null;
  readonly state: PlayerStatus;
  /** The listener wants sound. Stays true while loading; false after an error or the end. */
  readonly playing: boolean;
  /** Seconds of the show's own content, whatever ads play in between: 0 to `duration`, if that is known. */
  readonly currentTime: number;
  /** Seconds within the file that plays. */
  readonly fileTime: number;
  /** Whole seconds until the ad that plays ends; 0 while no ad plays. */
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
  /** Whether `prev()` and `next()` lead to another episode. */
  readonly hasPrev: boolean;
  readonly hasNext: boolean;
  /** The known items of the playlist that the episode belongs to, in order. */
  readonly playlist: readonly PlaylistItem[];
  /** Unread messages of the current episode: the last `setUnreadCount`, else the episode's own count. */
  readonly unreadCount: number;
  /** Content second at which the listener left this episode; null if there is no such place, or ten seconds of another were heard. */
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

/** The episode that a play button asks for. The names are those of the button's data attributes. */
export interface PlayTarget {
  readonly episode_id: number;
  /** Address of the episode in the API, if it is not the usual one: contains `/episodes/{id}`, optionally a `key`. */
  readonly station_url?: string | null | undefined;
  readonly playlist_url?: string | null | undefined;
  /**
   * The range to play, in content seconds: it plays from its start and pauses at its end. A value that is not a moment,
   * or an end that is not after the start, counts as absent.
   */
  readonly offset_start?: number | null | undefined;
  readonly offset_end?: number | null | undefined;
}

/**
 * The events of a player, with the names of HTMLMediaElement if it has such an event. The events of one change come in
 * the order of this list. If a listener calls the player, the events of that call come later. Times are content seconds.
 */
export interface PlayerEvents {
  episodechange: { episode: Episode };
  durationchange: { duration: number };
  /** The listener wants sound: `playing` of the snapshot has become true. */
  play: undefined;
  /** The browser refused to start without a gesture of the listener. `pause` follows. */
  blocked: undefined;
  /** The listener no longer wants sound, or there is none. It comes before `ended` and `error`. */
  pause: undefined;
  /** Any change of `state`. It comes before the four events that name a state. */
  statechange: { state: PlayerStatus };
  /** Sound is heard. */
  playing: undefined;
  /** The sound waits for the network. */
  waiting: undefined;
  /** The last segment is over. After this event the next episode of the playlist begins. */
  ended: undefined;
  /** The state is `error`, for this reason of the error catalogue. */
  error: { reason: ErrorReason };
  segmentchange: { segment: Segment | null };
  chapterchange: { chapter: Chapter | null };
  /** 24 times a second while content plays. */
  timeupdate: { currentTime: number; duration: number };
  volumechange: { volume: number; muted: boolean };
  ratechange: { playbackRate: number };
  /** A seek that was asked for is carried out. The way from one segment to the next is not a seek. */
  seeked: { currentTime: number };
}

/**
 * The one player of a page, in the vocabulary of HTMLMediaElement. Methods throw only if they say so: failures set the
 * state `error` with a reason. After `destroy` every call does nothing. Methods need no `this`.
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
  /** Returns a function that removes the listener. If a listener throws, that is reported as an uncaught error. */
  on<Name extends keyof PlayerEvents>(
    name: Name,
    listener: (value: PlayerEvents[Name]) => void,
  ): () => void;
  /**
   * Makes the target current and releases the episode before it. If the target is current already, it takes over the
   * range and the playlist. `autoplay` plays it. `currentTime` is the content second to begin at, else the start of the
   * range. A `station_url` without `/episode/{id}` or `/episodes/{id}` is ignored.
   */
  load(target: PlayTarget, options?: { autoplay?: boolean; currentTime?: number }): void;
  /**
   * Makes an episode current without a request, because its data is given. `playlist` is the first page at
   * `playlistUrl`, if that is given too.
   * @throws ReasonError `EPISODE_UNAVAILABLE` if the value is not an episode.
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
  /**
   * After the end it begins again, after an error it tries again. Resolves when sound is heard, and rejects with a
   * `PlayError` and its `reason` if none will be. A caller may ignore the promise.
   */
  play(): Promise<void>;
  pause(): void;
  /**
   * The click on a play button, as its face says (`buttonFace`): pauses, resumes, or loads and plays. Without a target it
   * is the button of the current episode.
   */
  toggle(target?: PlayTarget): void;
  /**
   * Moves to a content second, clamped to 0..duration. Before the episode has loaded the seek is queued and the load
   * starts. A live episode takes no seek. A seek out of the offset range leaves the range.
   */
  seek(seconds: number): void;
  /** Moves to a fraction of the duration, clamped to 0..1. */
  seekFraction(fraction: number): void;
  /** Goes to the next or previous item of the playlist, and plays it if this one plays. Nothing happens if there is none. */
  next(): void;
  prev(): void;
  /** Fetches the next page of the playlist, if there is one: for a list that is scrolled to its end. */
  loadMore(): void;
  /** Clamped to 0..100; 0 is muted. */
  setVolume(volume: number): void;
  /** Unmuting restores the larger of 25 and the last volume. */
  setMuted(muted: boolean): void;
  /** Clamped to 0.5..3, pitch kept. */
  setPlaybackRate(rate: number): void;
  /** The end of the playlist, or of an episode without one, begins it again. False at first. */
  setLoop(loop: boolean): void;
  getLoop(): boolean;
  /** The end of an episode plays the next one. True at first. */
  setContinuous(isContinuous: boolean): void;
  /** Looks for new episodes of the playlist every five minutes. False at first. */
  setAutoupdate(isOn: boolean): void;
  /** Moves to `resumeTime`, if there is one, and plays. */
  resume(): void;
  /** Sets the unread messages of the current episode. Another episode starts with its own count. */
  setUnreadCount(count: number): void;
  /** Opens connections and fetches the head of the audio, 128 kB at most: for a pointer or focus on a play button. */
  warmUp(target?: PlayTarget): void;
  /** Ends the player. No listener, timer, element or object URL is left. */
  destroy(): void;
}
