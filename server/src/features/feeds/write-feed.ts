import type { Database } from '../../platform/database/database.ts';
import { type LiveItem, writeLiveItems } from '../../platform/podcasting/write-live-items.ts';
import { RSS_END, writeRssItem, writeRssStart } from '../../platform/podcasting/write-rss.ts';
import { episodeToRss, type ItemContext, pageOf } from './episode-to-rss.ts';
import { type EpisodeRow, listEpisodes, listLiveEpisodes, type ShowRow } from './repository.ts';
import { type FeedConfig, showToRss } from './show-to-rss.ts';

const BATCH = 25; // more rows at once live longer, and their garbage takes more memory

const CHUNK = 1 << 16; // characters: smaller pieces take more time in transit

const LIVE_MAX = 20; // apps show the next few streams and those of the last days

/** The audience of a feed. The addresses of a private feed carry the token of its subscriber. */
export type Readers =
  | { audience: 'public' | 'archive' }
  | { audience: 'subscribers'; token: string };

export type FeedContext = Readers & { config: FeedConfig };

/** Writes the feed of a show, newest episode first. Memory holds one batch of episodes at a time. */
export async function* writeFeed(
  database: Database,
  show: ShowRow,
  context: FeedContext,
): AsyncGenerator<string> {
  const { config, audience } = context;
  const token = context.audience === 'subscribers' ? context.token : null;
  const itemContext = { config, show, token };
  const range = { showId: show.show_id, audience, limit: BATCH };
  let episodes = await listEpisodes(database, { ...range, after: null });
  const newest = episodes[0]?.published_at ?? null;
  const { fields, extraXml } = showToRss(show, config, { newest, audience });
  const live = await listLiveEpisodes(database, { ...range, limit: LIVE_MAX });
  const liveXml = writeLiveItems(live.map((episode) => episodeToLiveItem(episode, itemContext)));
  yield writeRssStart({ fields, extraXml: extraXml + liveXml });
  for (;;) {
    yield* writeItems(episodes, itemContext);
    const last = episodes.at(-1);
    if (!last || episodes.length < BATCH) break;
    episodes = await listEpisodes(database, { ...range, after: placeOf(last) });
  }
  yield RSS_END;
}

/** One item after the other, because long notes take several times their size while they are written. */
function* writeItems(episodes: readonly EpisodeRow[], context: ItemContext): Generator<string> {
  let xml = '';
  for (const episode of episodes) {
    xml += writeRssItem(episodeToRss(episode, context));
    if (xml.length < CHUNK) continue;
    yield xml;
    xml = '';
  }
  yield xml;
}

/** The feed without its episodes. */
export function writeChannel(show: ShowRow, config: FeedConfig): string {
  return writeRssStart(showToRss(show, config, { newest: null, audience: 'public' })) + RSS_END;
}

const placeOf = ({ published_moment, episode_id }: EpisodeRow) => ({
  published_at: published_moment,
  episode_id,
});

/** A live episode in the form for apps. */
function episodeToLiveItem(episode: EpisodeRow, context: ItemContext): LiveItem {
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
