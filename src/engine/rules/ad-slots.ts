import type { AdItem } from '../../contract/ads.ts';
import type { Episode, Segment } from '../../contract/episodes.ts';

/** A segment of the plan, with the ad that fills it. */
export interface PlannedSegment extends Segment {
  readonly ad?: AdItem;
  /** The ad is skipped because its listener has withdrawn consent. */
  isDropped?: boolean;
}

/** The author's ad positions, if the episode's own segments have no slots. */
export type AdPositions = Pick<Episode, 'midrolls' | 'preroll' | 'postroll'>;

/** False if the author wants no ads at all. */
export const wantsAds = ({ midrolls = [], preroll, postroll }: AdPositions): boolean =>
  preroll !== false || postroll === true || midrolls.length > 0;

/**
 * Inserts ads into an episode. An `audio_ad_slot` without a file takes the next ad, or is dropped if no ad is left. A
 * plan without slots takes ads in order: before the episode, at its `midrolls` (content seconds), after the episode.
 */
export function fillAdSlots(
  segments: readonly Segment[],
  ads: readonly AdItem[],
  { midrolls = [], preroll = true, postroll = false }: AdPositions = {},
): PlannedSegment[] {
  const waiting = [...ads];
  if (segments.some(({ type }) => type === 'audio_ad_slot')) {
    return segments.flatMap((segment) => {
      if (segment.type !== 'audio_ad_slot' || segment.http_url) return [segment];
      return adSegments(waiting.shift());
    });
  }
  const before = preroll ? adSegments(waiting.shift()) : [];
  const length = segments.reduce((sum, segment) => sum + contentOf(segment), 0);
  const times = [...new Set(midrolls)]
    .filter((at) => at > 0 && at < length)
    .sort((a, b) => a - b)
    .slice(0, waiting.length);
  const plan = times.reduce<PlannedSegment[]>(
    (planned, at) => insertAt(planned, at, adSegments(waiting.shift())),
    [...segments],
  );
  return [...before, ...plan, ...(postroll ? adSegments(waiting.shift()) : [])];
}

function adSegments(ad: AdItem | undefined): PlannedSegment[] {
  if (!ad?.audio) return [];
  const { http_url, duration } = ad.audio;
  // The length is the ad server's claim: the countdown starts from it, and the ad ends with its file.
  const claim = { duration, duration_reliable: false, starts_at: 0, ends_at: duration };
  return [{ type: 'audio_ad_slot', http_url, ...claim, ad }];
}

const contentOf = ({ type, starts_at, ends_at }: Segment) =>
  type === 'episode' ? Math.max(0, ends_at - starts_at) : 0;

/** Between two segments, or in the middle of the one at content second `at`. */
function insertAt(
  segments: readonly PlannedSegment[],
  at: number,
  inserted: readonly PlannedSegment[],
): PlannedSegment[] {
  let left = at;
  const index = segments.findIndex((segment) => {
    const isIn = left < contentOf(segment);
    if (!isIn) left -= contentOf(segment);
    return isIn;
  });
  const split = segments[index];
  if (!split) return [...segments];
  const [before, after] = [segments.slice(0, index), segments.slice(index + 1)];
  const cut = split.starts_at + left;
  if (left === 0) return [...before, ...inserted, split, ...after];
  const first = { ...split, ends_at: cut, duration: left };
  const second = { ...split, starts_at: cut, duration: split.ends_at - cut };
  return [...before, first, ...inserted, second, ...after];
}
