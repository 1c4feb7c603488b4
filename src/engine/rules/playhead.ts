import {
  contentTime,
  fileEndOf,
  locate,
  type Position,
  type Span,
  type Timeline,
} from './timeline.ts';

/** Where in its timeline an episode plays, and where it is to begin and to pause. */
export interface Playhead {
  readonly timeline: Timeline;
  /** Of the current span. */
  readonly index: number;
  /** Content second to play from once the sound is opened, and after the ads that stand before it. */
  readonly startAt: number | null;
  /** Content second at which an offset range ends; Infinity for none. */
  readonly stopAt: number;
}

/** The content clock and the clock of the file agree to no more than this. */
export const RANGE_TOLERANCE_S = 0.01;

export const spanOf = ({ timeline, index }: Playhead): Span | undefined => timeline.spans[index];

/** Where the listener enters. An ad that stands before the content comes first, wherever that is. */
export function entryOf({ timeline, startAt }: Playhead): Position | null {
  const first = timeline.spans[0]?.segment;
  const isAd = first?.type === 'audio_ad_slot' && !first.isDropped;
  return isAd ? { index: 0, fileTime: first.starts_at } : locate(timeline, startAt ?? 0);
}

/** The place that sounds after the current span. After ads that stood first it is where the listener enters. */
export function following({ timeline, index, startAt }: Playhead): Position | null {
  const at = timeline.spans.findIndex(({ segment }, n) => n > index && !segment.isDropped);
  const next = timeline.spans[at]?.segment;
  if (!next) return null;
  if (next.type === 'episode' && startAt !== null) return locate(timeline, startAt);
  return { index: at, fileTime: next.starts_at };
}

/** Second of the file at which the current span ends, or the offset range within it. */
export function stopOf(head: Playhead, fileEnd: number): number {
  return Math.min(fileEndOf(head.timeline, head.index, fileEnd), rangeEndOf(head));
}

/** Second of the file at which the offset range ends. */
export function rangeEndOf(head: Playhead): number {
  const span = spanOf(head);
  if (span?.segment.type !== 'episode') return Infinity;
  return span.segment.starts_at + (head.stopAt - span.contentStart);
}

/** True for a range that ends with the current span, before another one. */
export function endsWithSpan(head: Playhead): boolean {
  const { contentEnd = 0 } = spanOf(head) ?? {};
  return head.stopAt - contentEnd < RANGE_TOLERANCE_S && following(head) !== null;
}

/** The content second of a second of the file. */
export function timeOf({ timeline, index, startAt }: Playhead, fileTime: number): number {
  return startAt ?? contentTime(timeline, { index, fileTime });
}
