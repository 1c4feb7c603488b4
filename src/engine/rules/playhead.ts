import {
  contentTime,
  fileEndOf,
  isContinuedBy,
  locate,
  type Position,
  type Span,
  type Timeline,
} from './timeline.ts';

/** The current place in the timeline of an episode, and where it starts and pauses. */
export interface Playhead {
  readonly timeline: Timeline;
  /** Of the current span. */
  readonly index: number;
  /** Content second to play from once the sound is opened, after the ads before it. */
  readonly startAt: number | null;
  /** Content second at which an offset range ends; Infinity for none. */
  readonly stopAt: number;
  /** Seconds for which the last content was heard beyond its end, because a timer was late. */
  readonly overrun: number;
}

/** The precision with which the content clock and the clock of the file agree. */
export const RANGE_TOLERANCE_S = 0.01;

export const spanOf = ({ timeline, index }: Playhead): Span | undefined => timeline.spans[index];

/** The first place to play. An ad before the content comes first, wherever the start is. */
export function entryOf({ timeline, startAt }: Playhead): Position | null {
  const first = timeline.spans[0]?.segment;
  const isAd = first?.type === 'audio_ad_slot' && !first.isDropped;
  return isAd ? { index: 0, fileTime: first.starts_at } : locate(timeline, startAt ?? 0);
}

/** The place after the current span. After initial ads it is the start. Nothing is heard twice around an ad. */
export function following({ timeline, index, startAt, overrun }: Playhead): Position | null {
  const at = timeline.spans.findIndex(({ segment }, n) => n > index && !segment.isDropped);
  const next = timeline.spans[at]?.segment;
  if (!next) return null;
  if (next.type === 'episode' && startAt !== null) return locate(timeline, startAt);
  const last = timeline.spans.findLast(({ segment }, n) => n < at && segment.type === 'episode');
  const continues = last && isContinuedBy(last.segment, next);
  return { index: at, fileTime: next.starts_at + (continues ? overrun : 0) };
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

/** True for a range that ends with the current span, if another span follows. */
export function endsWithSpan(head: Playhead): boolean {
  const { contentEnd = 0 } = spanOf(head) ?? {};
  return head.stopAt - contentEnd < RANGE_TOLERANCE_S && following(head) !== null;
}

/** The content second of a second of the file. */
export function timeOf({ timeline, index, startAt }: Playhead, fileTime: number): number {
  return startAt ?? contentTime(timeline, { index, fileTime });
}
