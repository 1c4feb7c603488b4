import type { LiveItem } from '../../platform/podcasting/write-live-items.ts';
import { episodeToRss, type ItemContext, pageOf } from './episode-to-rss.ts';
import type { EpisodeRow } from './repository.ts';

/** A live episode in the form for apps. */
export function episodeToLiveItem(episode: EpisodeRow, context: ItemContext): LiveItem {
  const status = statusOf(episode);
  const planned = episode.live_starts_at ?? episode.published_at;
  const start = status === 'pending' ? planned : (episode.on_air_from ?? planned);
  return {
    ...episodeToRss(episode, context),
    status,
    start: start ?? episode.created_at,
    end: status === 'ended' ? episode.on_air_until : episode.live_ends_at,
    contentLink: { href: pageOf(episode, context), text: episode.title },
  };
}

/** An episode that goes on air a second time is live again. */
function statusOf({ is_on_air, on_air_until }: EpisodeRow): LiveItem['status'] {
  if (is_on_air) return 'live';
  return on_air_until === null ? 'pending' : 'ended';
}
