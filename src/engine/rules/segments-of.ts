import type { Episode, Segment } from '../../contract/episodes.ts';

/** The segments of an episode, else its one file. A live episode is one stream without an end. */
export function segmentsOf(episode: Episode): readonly Segment[] {
  const isLive = episode.type === 'LIVE';
  return (!isLive && episode.segments) || [wholeFile(episode)];
}

function wholeFile({ type, http_url, duration, duration_reliable }: Episode): Segment {
  const isKnown = type !== 'LIVE' && duration > 0;
  return {
    type: 'episode',
    http_url,
    duration,
    duration_reliable: isKnown && duration_reliable,
    starts_at: 0,
    // The length of such a file is known once its sound is loaded.
    ends_at: isKnown ? duration : Infinity,
  };
}
