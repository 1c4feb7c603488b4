import type {
  Chapter,
  Episode,
  PlaylistFeed,
  PlaylistItem,
  Segment,
} from '../contract/entities.ts';
import type { ErrorReason } from '../contract/errors.ts';
import type { PlaybackStatus } from './playback-state.ts';

/** The states of spec section 3, by their wire names. */
export type PlayerStatus = PlaybackStatus;

/** Everything that a face of the player shows. Immutable: a new object for every change. */
export interface PlayerSnapshot {
  readonly episode: Episode | null;
  /** Id of what is current, known before its episode has loaded. */
  readonly current_id: number | null;
  readonly segment: Segment | null;
  readonly chapter: Chapter | null;
  readonly state: PlayerStatus;
  /** The listener wants sound. Stays true while loading; false after an error or the end. */
  readonly playing: boolean;
  /** Seconds of the show's own content, whatever ads play between. */
  readonly currentTime: number;
  /** Seconds within the file that plays. */
  readonly fileTime: number;
  /** Whole seconds until the ad that plays ends; 0 while none does. */
  readonly adTimeLeft: number;
  /** Seconds; 0 while unknown or live. */
  readonly duration: number;
  /** Last second that can play without waiting for the network. */
  readonly bufferedEnd: number;
  /** 0 to 100; 0 is muted. */
  readonly volume: number;
  readonly muted: boolean;
  /** 0.5 to 3. */
  readonly playbackRate: number;
  readonly has_prev: boolean;
  readonly has_next: boolean;
  /** What is known of the playlist that the episode belongs to, in order. */
  readonly playlist: readonly PlaylistItem[];
  /** Unread messages of the current episode, as `setUnreadCount` has told. */
  readonly count_unread_msg: number;
  /** Content second at which the listener left this episode; null when there is none, and after ten seconds of another place. */
  readonly resumeTime: number | null;
  /** Why the state is `error` or `unsupported`. */
  readonly error: ErrorReason | null;
  /** Address of what is loaded: `.../episodes/{id}`, and of the playlist that it belongs to. */
  readonly station_url: string | null;
  readonly playlist_url: string | null;
  /** Offset range that is being played, in seconds. */
  readonly offset_start: number | null;
  readonly offset_end: number | null;
}

/** What a play button asks for (spec section 2, player bar). */
export interface PlayTarget {
  readonly episode_id: number;
  /** Address of the episode in the API: contains `/episodes/{id}`, optionally a `key`. */
  readonly station_url: string;
  readonly playlist_url?: string | null | undefined;
  /** Seconds. */
  readonly offset_start?: number | null | undefined;
  readonly offset_end?: number | null | undefined;
}

export interface PlayerEvents {
  play: undefined;
  playing: undefined;
  pause: undefined;
  ended: undefined;
  waiting: undefined;
  seeked: { currentTime: number };
  timeupdate: { currentTime: number; duration: number };
  durationchange: { duration: number };
  volumechange: { volume: number; muted: boolean };
  ratechange: { playbackRate: number };
  episodechange: { episode: Episode };
  segmentchange: { segment: Segment | null };
  chapterchange: { chapter: Chapter | null };
  statechange: { state: PlayerStatus };
  error: { reason: ErrorReason };
}

/** The one player of a page, in the vocabulary of HTMLMediaElement. Volume is 0 to 100. */
export interface Player {
  getSnapshot(): PlayerSnapshot;
  subscribe(listener: () => void): () => void;
  on<Name extends keyof PlayerEvents>(
    name: Name,
    listener: (value: PlayerEvents[Name]) => void,
  ): () => void;
  /** Makes the target current, releasing another episode first. Plays with `autoplay`. */
  load(target: PlayTarget, options?: { autoplay?: boolean; currentTime?: number }): void;
  /**
   * Makes an episode current whose data is already here: no request. `playlist` is the page at `playlist_url`, where
   * that is here too.
   * @throws AppError `EPISODE_UNAVAILABLE` for what is no episode.
   */
  adopt(
    episode: Episode,
    options?: {
      playlist_url?: string | null;
      playlist?: PlaylistFeed['playlist'];
      autoplay?: boolean;
      currentTime?: number;
    },
  ): void;
  play(): void;
  pause(): void;
  /** What a play button does: play, pause, or load and play, as its face says (`buttonFace`). */
  toggle(target?: PlayTarget): void;
  /** Clamped to 0..duration. Before the episode has loaded the seek is queued and the load starts. */
  seek(seconds: number): void;
  /** `fraction` of the duration, 0 to 1. */
  seekFraction(fraction: number): void;
  next(): void;
  previous(): void;
  /** Fetches the next page of the playlist, where there is one: for a list that is scrolled to its end. */
  loadMore(): void;
  /** 0 to 100. */
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  /** 0.5 to 3, pitch kept. */
  setPlaybackRate(rate: number): void;
  /** At the end of the playlist, or of an episode without one, begins again. */
  setLoop(loop: boolean): void;
  getLoop(): boolean;
  /** Whether the end of an episode plays the next one; true to begin with. */
  setContinuous(isContinuous: boolean): void;
  /** Looks for new episodes of the playlist every five minutes; false to begin with. */
  setAutoupdate(isOn: boolean): void;
  /** Goes to `resumeTime` and plays. */
  resume(): void;
  /** Unread messages of the current episode, from whoever receives them. Another episode starts at 0. */
  setUnreadCount(count: number): void;
  /** Opens connections and fetches the head of the audio: for pointer or focus on a play button. */
  warmUp(target?: PlayTarget): void;
  /** Leaves nothing behind: no listener, timer, element or object URL. */
  destroy(): void;
}
