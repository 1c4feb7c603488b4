import {
  SLEEP_CHAPTER_FADE_S,
  SLEEP_FADE_S,
  SLEEP_FADE_STEP_MS,
  SLEEP_PAUSE_MAX_MS,
} from '../../contract/limits.ts';
import type { PlayerSnapshot, SleepChoice } from '../player.ts';

/** Later than every end: the episode pauses at its end, and the next one does not begin. */
const PAST_THE_END_S = Number.MAX_VALUE;
/** The engine may stop a little late, never early. */
const STOP_TOLERANCE_S = 0.05;

/** An active sleep timer. */
export interface SleepState {
  readonly choice: SleepChoice;
  /** True during a pause. */
  readonly isHeld: boolean;
  /** Milliseconds of the clock: the last count of listening, or the beginning of the pause. */
  readonly since: number;
  /** The remaining listening time at `since`; null while unknown. */
  readonly leftMs: number | null;
  /** The share of the listener's own volume: 1 before the fade, 0 when the sound must pause. */
  readonly loudness: number;
  /** Content second at which the fade began; null if the sound does not fade. */
  readonly fadedFrom: number | null;
  /** Content second at which the engine must stop; null for nowhere. */
  readonly stopsAt: number | null;
}

export type SleepSnapshot = Pick<
  PlayerSnapshot,
  'playing' | 'state' | 'currentTime' | 'duration' | 'playbackRate' | 'adTimeLeft' | 'episode'
>;

/** The timer that the listener has just set; null for a choice without a timer. */
export function startSleep(choice: SleepChoice | null, now: number): SleepState | null {
  const leftMs = typeof choice === 'number' ? choice * 60_000 : null;
  if (choice === null || (leftMs !== null && !(leftMs > 0))) return null;
  return {
    choice,
    isHeld: true,
    since: now,
    leftMs,
    loudness: 1,
    fadedFrom: null,
    stopsAt: null,
  };
}

/**
 * The timer at `now`; null once it has ended. The clock decides, not the number of steps, because background pages
 * get few timers. A pause stops the countdown. A pause during the fade ends the timer, because then the listener is
 * awake.
 */
export function step(state: SleepState, now: number, snapshot: SleepSnapshot): SleepState | null {
  if (!snapshot.playing) return hold(state, now, snapshot);
  if (state.isHeld && now - state.since > SLEEP_PAUSE_MAX_MS) return null;
  return count(state, now, snapshot);
}

function leftMsAt(now: number, { isHeld, leftMs, since }: SleepState): number | null {
  return isHeld || leftMs === null ? leftMs : leftMs - (now - since);
}

function hold(state: SleepState, now: number, snapshot: SleepSnapshot): SleepState | null {
  const { stopsAt, fadedFrom } = state;
  const isAtStop =
    stopsAt !== null &&
    (snapshot.state === 'ended' || snapshot.currentTime >= stopsAt - STOP_TOLERANCE_S);
  if (isAtStop || fadedFrom !== null) return null;
  if (state.isHeld) return state;
  return { ...state, leftMs: leftMsAt(now, state), isHeld: true, since: now };
}

function count(state: SleepState, now: number, snapshot: SleepSnapshot): SleepState {
  const { currentTime } = snapshot;
  const stop = sleepStop(state.choice, state.fadedFrom ?? currentTime, snapshot);
  const leftMs = stop === null ? leftMsAt(now, state) : msUntil(stop, snapshot);
  const loudness = leftMs === null ? state.loudness : loudnessBefore(leftMs, stop);
  const fadedFrom = loudness === 1 ? null : (state.fadedFrom ?? currentTime);
  // During a fade the next episode does not begin either.
  const end = stop ?? (fadedFrom === null ? null : Infinity);
  const stopsAt = end && Math.min(end, PAST_THE_END_S);
  return { ...state, isHeld: false, since: now, leftMs, loudness, fadedFrom, stopsAt };
}

/** Where the next play begins: the listener may have missed the faded part. Null for the place of the pause. */
export function resumeFrom(
  { choice, fadedFrom }: SleepState,
  { duration, adTimeLeft }: SleepSnapshot,
): number | null {
  return typeof choice === 'number' && duration > 0 && adTimeLeft === 0 ? fadedFrom : null;
}

/** Milliseconds until the next step is due: the next whole second, or the next step of the fade. */
export function untilNextStepMs({ leftMs, fadedFrom }: SleepState): number {
  if (fadedFrom !== null) return SLEEP_FADE_STEP_MS;
  return leftMs === null ? 1_000 : leftMs - Math.ceil(leftMs / 1_000) * 1_000 + 1_000;
}

/** Content second at which the timer pauses; Infinity for the end of the episode; null for a timer of minutes. */
function sleepStop(
  choice: SleepChoice,
  currentTime: number,
  { episode }: SleepSnapshot,
): number | null {
  if (typeof choice === 'number') return null;
  const next = episode?.chapters.find(({ starts_at }) => starts_at > currentTime);
  // Without chapters, and in the last one, the end of the episode counts.
  return (choice === 'chapter' && next?.starts_at) || Infinity;
}

/** Listening time until content second `stop`; null while the length is unknown. */
function msUntil(
  stop: number,
  { currentTime, duration, playbackRate }: SleepSnapshot,
): number | null {
  if (duration === 0) return null;
  return (Math.max(0, Math.min(stop, duration) - currentTime) / playbackRate) * 1_000;
}

/** The loudness at this time before the pause. The end of an episode needs no fade. */
function loudnessBefore(leftMs: number, stop: number | null): number {
  if (stop === Infinity) return 1;
  const fade = stop === null ? SLEEP_FADE_S : SLEEP_CHAPTER_FADE_S;
  return Math.min(1, Math.max(0, leftMs / 1_000 / fade));
}
