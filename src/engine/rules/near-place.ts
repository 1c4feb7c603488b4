import { RESUME_FROM_S, SKIP_BACK_S, SKIP_FORWARD_S } from '../../contract/limits.ts';

const BEFORE_S = 2 * SKIP_BACK_S;
/** The stored place may be some seconds behind the one that was heard. */
const AFTER_S = SKIP_FORWARD_S + 10;

/**
 * Whether a listener who has moved to `seconds` is still at the place at which he left the episode: one skip forward or
 * two back do not leave it. The beginning is always another place.
 */
export function isNearPlace(seconds: number, place: number): boolean {
  const past = seconds - place;
  return seconds >= RESUME_FROM_S && past >= -BEFORE_S && past <= AFTER_S;
}
