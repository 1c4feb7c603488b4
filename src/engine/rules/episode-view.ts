import type { Episode } from '../../contract/episodes.ts';
import type { ErrorReason } from '../../contract/errors.ts';
import type { PlannedSegment } from './ad-slots.ts';
import { IDLE, type PlaybackState } from './playback-state.ts';

/** The state of one episode that a player shows. Times are content seconds unless noted otherwise. */
export interface EpisodeView {
  readonly episode: Episode | null;
  readonly playback: PlaybackState;
  readonly segment: PlannedSegment | null;
  readonly currentTime: number;
  readonly duration: number;
  readonly bufferedEnd: number;
  /** Seconds within the playing file. */
  readonly fileTime: number;
  /** Seconds until the current segment ends; 0 while unknown. */
  readonly segmentTimeLeft: number;
  readonly error: ErrorReason | null;
}

/** The view before anything has been loaded. */
export const EMPTY_VIEW: EpisodeView = {
  episode: null,
  playback: IDLE,
  segment: null,
  currentTime: 0,
  duration: 0,
  bufferedEnd: 0,
  fileTime: 0,
  segmentTimeLeft: 0,
  error: null,
};
