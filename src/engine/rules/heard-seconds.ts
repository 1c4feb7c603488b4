import type { PlayerSnapshot } from '../player.ts';

/** Whole content seconds: `to` is the first one after the part. */
export interface HeardPart {
  readonly from: number;
  readonly to: number;
}

/** A reading of the player. */
export type Reading = Pick<
  PlayerSnapshot,
  | 'currentId'
  | 'state'
  | 'segment'
  | 'muted'
  | 'currentTime'
  | 'duration'
  | 'measuredAt'
  | 'playbackRate'
>;

/** Two readings of a busy machine may differ by this much more than their times. A longer step is a seek. */
const SLACK_S = 1;
/** Sound that is assumed between a reading and a seek, because readings are at most this far apart. */
const BEFORE_SEEK_MAX_S = 2;

/**
 * The part of an episode that was heard between two readings: nothing while it is paused, waiting, muted or an ad plays,
 * and nothing of a stream without an end. A second belongs to the part that contains its middle, so the parts of
 * consecutive readings neither overlap nor leave gaps.
 */
export function heardBetween(before: Reading, now: Reading): HeardPart | null {
  if (!isHeard(before)) return null;
  const { currentTime: start, duration, playbackRate } = before;
  const played = ((now.measuredAt - before.measuredAt) / 1000) * playbackRate;
  const step = now.currentTime - start;
  const isSteady = now.currentId === before.currentId && step >= 0 && step <= played + SLACK_S;
  const end = start + (isSteady ? step : Math.min(played, BEFORE_SEEK_MAX_S));
  const [from, to] = [Math.round(start), Math.round(Math.min(end, duration))];
  return to > from ? { from, to } : null;
}

const isHeard = ({ state, segment, muted, duration }: Reading): boolean =>
  state === 'playing' && segment?.type !== 'audio_ad_slot' && !muted && duration > 0;

/** Joins seconds, each given once and in any order, into parts. */
export function joinSeconds(seconds: Iterable<number>): HeardPart[] {
  const parts: HeardPart[] = [];
  for (const second of [...seconds].sort((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last?.to === second) parts[parts.length - 1] = { from: last.from, to: second + 1 };
    else parts.push({ from: second, to: second + 1 });
  }
  return parts;
}

/** The fourth is not the whole: the first second may be missed, and few listeners hear the last ones. */
const QUARTILES = [0.25, 0.5, 0.75, 0.95];

/** How many quartiles of an episode are reached by this many seconds: 0 to 4. */
export const quartilesReached = (heard: number, duration: number): number =>
  QUARTILES.filter((part) => heard >= part * duration).length;
