import { AD_DURATION_MAX_S } from '../../contract/limits.ts';
import type { PlannedSegment } from './ad-slots.ts';

/**
 * One part of a timeline. The content clock counts only the seconds of the show's own content: an ad between two
 * segments takes no time on it, so that a time code means the same whatever ads play.
 */
export interface Span {
  readonly segment: PlannedSegment;
  /** Content seconds at which the span begins and ends. They are the same for an ad. */
  readonly contentStart: number;
  readonly contentEnd: number;
}

export interface Timeline {
  readonly spans: readonly Span[];
  /** Content seconds. */
  readonly duration: number;
}

export interface Position {
  readonly index: number;
  /** Second within the file of the span. */
  readonly fileTime: number;
}

const TOLERANCE_S = 0.001; // times cross the wire as decimals

/** Takes the segments in their order, drops empty ones, and merges adjacent ones. */
export function createTimeline(segments: readonly PlannedSegment[]): Timeline {
  const spans: Span[] = [];
  let content = 0;
  for (const segment of mergeSegments(segments.filter(isPlayable))) {
    const length = segment.type === 'episode' ? segment.ends_at - segment.starts_at : 0;
    spans.push({ segment, contentStart: content, contentEnd: content + length });
    content += length;
  }
  return { spans, duration: content };
}

/** An end of Infinity is not known yet. */
function isPlayable({ type, http_url, starts_at, ends_at }: PlannedSegment): boolean {
  const isKnown = type === 'episode' || type === 'audio_ad_slot';
  return isKnown && http_url !== '' && starts_at >= 0 && ends_at > starts_at;
}

/** Two consecutive segments of one file become one if the first ends exactly where the second starts. */
export function mergeSegments(segments: readonly PlannedSegment[]): PlannedSegment[] {
  const merged: PlannedSegment[] = [];
  for (const segment of segments) {
    const last = merged.at(-1);
    if (last && isContinuedBy(last, segment)) {
      merged[merged.length - 1] = {
        ...last,
        ends_at: segment.ends_at,
        duration: segment.ends_at - last.starts_at,
        duration_reliable: last.duration_reliable && segment.duration_reliable,
      };
    } else {
      merged.push(segment);
    }
  }
  return merged;
}

/** The second begins where the first ends, in the same file. */
export function isContinuedBy(first: PlannedSegment, second: PlannedSegment): boolean {
  return (
    first.type === second.type &&
    first.http_url === second.http_url &&
    Math.abs(first.ends_at - second.starts_at) < TOLERANCE_S
  );
}

/** The file and the second in it for a content second. Clamped to 0..duration; null for an empty timeline. */
export function locate({ spans, duration }: Timeline, seconds: number): Position | null {
  const target = clamp(seconds, duration);
  const isIn = ({ segment, contentEnd }: Span) => segment.type === 'episode' && target < contentEnd;
  let index = spans.findIndex(isIn);
  if (index === -1) index = spans.findLastIndex(({ segment }) => segment.type === 'episode');
  const span = spans[index];
  if (!span)
    return spans.length > 0 ? { index: 0, fileTime: spans[0]?.segment.starts_at ?? 0 } : null;
  return { index, fileTime: span.segment.starts_at + (target - span.contentStart) };
}

/** The content second of a place in a file: the inverse of `locate`. It does not change during an ad. */
export function contentTime({ spans }: Timeline, { index, fileTime }: Position): number {
  const span = spans[index];
  if (!span) return 0;
  const played = Math.max(0, fileTime - span.segment.starts_at);
  return Math.min(span.contentStart + played, span.contentEnd);
}

/** Two claimed ends of a file that differ by less are the same. */
const FILE_END_TOLERANCE_S = 0.5;

/** Second of the file at which a span ends; Infinity if it ends with the file. `fileEnd` is the length of the sound. */
export function fileEndOf({ spans }: Timeline, index: number, fileEnd: number): number {
  const segment = spans[index]?.segment;
  if (!segment) return Infinity;
  const { type, ends_at, duration_reliable } = segment;
  if (segment.ad && fileEnd > AD_DURATION_MAX_S) return adEndOf(segment, fileEnd);
  const endsWithFile = Math.abs(fileEnd - ends_at) < FILE_END_TOLERANCE_S;
  // The element's end of its file is more reliable than any number.
  if (index === spans.length - 1 && (endsWithFile || !duration_reliable)) return Infinity;
  if (type === 'audio_ad_slot' && !duration_reliable) return fileEnd || Infinity;
  return endsWithFile ? Math.min(ends_at, fileEnd) : ends_at;
}

/**
 * Seconds of an ad: the length of its file once that is known, else its claim; Infinity while neither is known. If a
 * stream or a whole programme is used as an ad, its claim counts.
 */
export function adEndOf({ ends_at }: PlannedSegment, fileEnd: number): number {
  if (fileEnd <= AD_DURATION_MAX_S) return fileEnd;
  return Number.isNaN(fileEnd) ? ends_at : Math.min(ends_at, AD_DURATION_MAX_S);
}

/** The length reported by the sound replaces a claimed one. */
export function withFileEnd(timeline: Timeline, index: number, fileEnd: number): Timeline {
  const file = timeline.spans[index]?.segment;
  if (file?.type !== 'episode' || !Number.isFinite(fileEnd)) return timeline;
  const segments = timeline.spans.map(({ segment }) => segment);
  const last = segments.findLast(({ http_url }) => http_url === file.http_url) ?? file;
  const isKnown = last.duration_reliable || last.ends_at === fileEnd || last.starts_at >= fileEnd;
  if (isKnown) return timeline;
  const learnt = { ...last, ends_at: fileEnd, duration: fileEnd - last.starts_at };
  return createTimeline(segments.map((segment) => (segment === last ? learnt : segment)));
}

/** Seconds within 0..duration; 0 for a value that is not a time. */
export function clamp(seconds: number, duration: number): number {
  const bounded = Math.min(Math.max(seconds, 0), duration);
  return Number.isFinite(bounded) ? bounded : 0;
}
