import type { PlayTarget } from '../player.ts';

/** Content seconds. `end` is Infinity if the range has no end. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** The range of a target; null for the whole episode. A value that is not a time counts as absent. */
export function rangeOf(target: Partial<PlayTarget>): OffsetRange | null {
  const { offset_start, offset_end } = target;
  const start = isMoment(offset_start) ? offset_start : null;
  const end = isMoment(offset_end) && offset_end > (start ?? 0) ? offset_end : null;
  return start === null && end === null ? null : { start: start ?? 0, end: end ?? Infinity };
}

export function isWithin({ start, end }: OffsetRange, seconds: number): boolean {
  return seconds >= start && seconds < end;
}

const isMoment = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0;
