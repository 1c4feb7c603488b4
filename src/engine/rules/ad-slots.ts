import type { AdItem } from '../../contract/ads.ts';
import type { Segment } from '../../contract/episodes.ts';

/** A segment of the plan, with the ad that fills it. */
export interface PlannedSegment extends Segment {
  readonly ad?: AdItem;
}

/**
 * Puts ads into an episode. An `audio_ad_slot` without a file takes the next ad, or is left out if no ad is left. A plan
 * without any slot takes the first ad before the episode and the others at its `midrolls` (content seconds), in order.
 */
export function fillAdSlots(
  segments: readonly Segment[],
  ads: readonly AdItem[],
  midrolls: readonly number[] = [],
): PlannedSegment[] {
  if (segments.some(({ type }) => type === 'audio_ad_slot')) {
    const waiting = [...ads];
    return segments.flatMap((segment) => {
      if (segment.type !== 'audio_ad_slot' || segment.http_url) return [segment];
      return adSegments(waiting.shift());
    });
  }
  const [first, ...others] = ads;
  const length = segments.reduce((sum, segment) => sum + contentOf(segment), 0);
  const times = [...new Set(midrolls)]
    .filter((at) => at > 0 && at < length)
    .sort((a, b) => a - b)
    .slice(0, others.length);
  const plan = times.reduce<PlannedSegment[]>(
    (planned, at, index) => insertAt(planned, at, adSegments(others[index])),
    [...segments],
  );
  return [...adSegments(first), ...plan];
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

/** Between two segments, or in the middle of the one that plays at content second `at`. */
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
