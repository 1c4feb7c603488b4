import { RESUME_FROM_S, SKIP_BACK_S, SKIP_FORWARD_S } from '../../contract/limits.ts';

const BEFORE_S = 2 * SKIP_BACK_S;
/** The stored position may be some seconds behind the last heard one. */
const AFTER_S = SKIP_FORWARD_S + 10;

/**
 * Whether `seconds` is still at the stored position: one skip forward or two back do not leave it. The beginning
 * always counts as another position.
 */
export function isNearPlace(seconds: number, place: number): boolean {
  const past = seconds - place;
  return seconds >= RESUME_FROM_S && past >= -BEFORE_S && past <= AFTER_S;
}

/** False if the stored position is not in the audio: a shorter one has replaced it. A duration of 0 is unknown. */
export const isWithinAudio = (place: number, duration: number): boolean =>
  place < (duration || Infinity);
