import type { Episode, Segment } from '../../contract/episodes.ts';
import type { PlannedSegment } from '../rules/ad-slots.ts';
import { following, type Playhead, spanOf } from '../rules/playhead.ts';
import { segmentsOf } from '../rules/segments-of.ts';
import {
  clamp,
  createTimeline,
  locate,
  type Position,
  type Span,
  withFileEnd,
} from '../rules/timeline.ts';
import type { AudioSource, Sound } from '../sound/sound.ts';

/** A content second that may depend on a duration which is not known yet. */
export type Seek = (duration: number) => number;

export interface TrackPorts {
  readonly sound: Sound;
  /** The address of a segment's audio. */
  resolveUrl(episode: Episode, segment: Segment): string;
}

/** The timeline of an episode, and the file of it that is open in the sound. */
export interface Track {
  readonly head: Playhead;
  readonly isOpen: boolean;
  /** The open file is playable. */
  readonly isReady: boolean;
  /** Seconds; 0 while unknown or live. */
  readonly duration: number;
  readonly segment: PlannedSegment | null;
  /** Opens the file at a position. Null has no effect. */
  open(at: Position | null): void;
  close(): void;
  /** The open file is playable. Returns true if its length has changed the timeline. */
  ready(): boolean;
  /** Moves to a content second. A seek takes effect at once only in an open file. */
  seek(seconds: number): void;
  stopAt(seconds: number): void;
  /** The open segment is left, perhaps later than at its end. */
  overruns(): void;
  prepareNext(): void;
  setPlan(segments: readonly PlannedSegment[]): void;
}

export function createTrack(
  episode: Episode,
  { sound, resolveUrl }: TrackPorts,
  seek: Seek,
): Track {
  const isLive = episode.type === 'LIVE';
  const timeline = createTimeline(segmentsOf(episode));
  let head: Playhead = { timeline, index: 0, startAt: 0, stopAt: Infinity, overrun: 0 };
  let isOpen = false;
  let isReady = false;

  const known = () => (Number.isFinite(head.timeline.duration) ? head.timeline.duration : 0);
  if (!isLive) head = { ...head, startAt: clamp(seek(known()), timeline.duration) };

  const sourceOf = ({ segment }: Span): AudioSource => ({
    url: resolveUrl(episode, segment),
    ...(segment.type === 'episode' && episode.mime_type ? { mimeType: episode.mime_type } : {}),
    isLive,
  });

  function open(at: Position | null): void {
    const span = at && head.timeline.spans[at.index];
    if (!span) return;
    const isSameFile = isOpen && spanOf(head)?.segment.http_url === span.segment.http_url;
    isReady &&= isSameFile;
    isOpen = true;
    const startAt = span.segment.type === 'episode' ? null : head.startAt;
    head = { ...head, index: at.index, startAt };
    sound.open(sourceOf(span), at.fileTime);
  }

  return {
    get head() {
      return head;
    },
    get isOpen() {
      return isOpen;
    },
    get isReady() {
      return isReady;
    },
    get duration() {
      return known();
    },
    get segment() {
      return spanOf(head)?.segment ?? null;
    },
    open,
    close() {
      isOpen = false;
    },
    ready() {
      isReady = true;
      const before = head.timeline;
      if (isLive) return false;
      head = { ...head, timeline: withFileEnd(before, head.index, sound.duration) };
      return head.timeline !== before;
    },
    seek(seconds) {
      head = { ...head, startAt: clamp(seconds, head.timeline.duration), overrun: 0 };
      if (isOpen) open(locate(head.timeline, head.startAt ?? 0));
    },
    stopAt(stopAt) {
      head = { ...head, stopAt };
    },
    overruns() {
      const { type, ends_at } = spanOf(head)?.segment ?? {};
      if (type === 'episode' && ends_at) head = { ...head, overrun: sound.currentTime - ends_at };
    },
    prepareNext() {
      const next = following(head);
      const span = next && head.timeline.spans[next.index];
      if (span) sound.prepare(sourceOf(span), next.fileTime);
    },
    setPlan(segments) {
      if (!isOpen) head = { ...head, timeline: createTimeline(segments) };
    },
  };
}
