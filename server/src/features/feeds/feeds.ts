import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Answer, Content } from '../../platform/cache/answer.ts';
import type { Sources } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { readId } from '../../platform/http/read-id.ts';
import { podcastGuid } from '../../platform/podcasting/podcast-guid.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { addShowSources } from '../shows/shows.ts';
import { mustSubscribe, refuseToken } from '../subscribers/subscribers.ts';
import type { ModificationDates } from './modification-dates.ts';
import * as repository from './repository.ts';
import { FEED_TYPE, type FeedConfig, feedAddress } from './show-to-rss.ts';
import type { Readers } from './write-feed.ts';

export { listFeedFiles } from './feed-files.ts';
export { feedAddress } from './show-to-rss.ts';

/** Incremented if the same data gives a different feed, so that readers fetch it again. */
const FORMAT = 6;
/** A browser may show a feed as a page. */
const AS_PAGE = { 'Content-Security-Policy': "default-src 'none'; sandbox" };
const LARGE_FROM = 300; // episodes: about 1 MB
const LARGE_TYPE = 'application/vnd.earshot.large-feed+json';

export interface FeedDeps extends Pick<FeatureDeps, 'database' | 'config'> {
  dates: ModificationDates;
}

/** The version of a feed that is too large for an answer in memory. */
export interface LargeFeedVersion {
  showId: number;
  version: string;
}

/**
 * Reads the feed of a show. For a large feed, the content is only its version: see `largeFeedOf`.
 * @param name id or permalink of the show
 * @throws AppError SHOW_UNAVAILABLE, or SHOW_GONE for a deleted show
 */
export async function readFeedAnswer(
  deps: FeedDeps,
  name: string,
  sources: Sources,
): Promise<Content> {
  const { database, config } = deps;
  const show = await mustHaveShow(database, name, config);
  const isOldName = readId(name) === null && name !== show.permalink;
  if (isOldName) return permanent(feedAddress(show.show_id, config));
  addShowSources({ database, config, sources }, show);
  const { show_id: showId, new_feed_url } = show;
  if (new_feed_url !== null) return moved(show, config, new_feed_url);
  const { fingerprint, episodes } = await repository.readVersion(database, {
    showId,
    audience: 'public',
  });
  const version = versionOf(fingerprint, config);
  const modified = deps.dates.of(showId, version);
  const headers = {
    'Cache-Control': 'no-cache',
    ...(modified ? { 'Last-Modified': modified.toUTCString() } : {}),
    Link: linkHeader(showId, config),
    ...AS_PAGE,
  };
  if (episodes >= LARGE_FROM) {
    return { body: JSON.stringify({ showId, version }), type: LARGE_TYPE, headers };
  }
  const body = await text(Readable.from(writeSnapshot(deps, showId, { audience: 'public' })));
  return { body, type: `${FEED_TYPE}; charset=utf-8`, headers };
}

/** The large feed that a stored answer stands for. Null if the answer is the feed itself. */
export function largeFeedOf({ headers, body }: Answer): LargeFeedVersion | null {
  return headers['Content-Type'] === LARGE_TYPE ? JSON.parse(body.toString()) : null;
}

/** @throws AppError SHOW_UNAVAILABLE or SHOW_GONE */
export const mustFindShow = (
  { database, config }: Pick<FeedDeps, 'database' | 'config'>,
  showId: number,
) => mustHaveShow(database, String(showId), config);

/** Writes a feed from a consistent snapshot of the database, however long it takes. */
export async function* writeSnapshot(
  { database, config }: Pick<FeedDeps, 'database'> & { config: FeedConfig },
  showId: number,
  readers: Readers,
): AsyncGenerator<string> {
  await mustHaveShow(database, String(showId), config);
  yield* inOneMoment(database, async function* write(transaction) {
    const show = await mustHaveShow(transaction, String(showId), config);
    const { writeFeed } = await import('./write-feed.ts'); // its library takes 9 MB
    yield* writeFeed(transaction, show, { config, ...readers });
  });
}

/** Writes the feed of a show for the archive of its owner, even if the show was deleted with the account. */
export function writeArchivedFeed(
  { database, config }: Pick<FeedDeps, 'database' | 'config'>,
  showId: number,
): AsyncGenerator<string> {
  return inOneMoment(database, async function* write(transaction) {
    const show = await repository.findShow(transaction, { id: showId });
    const { writeFeed } = await import('./write-feed.ts');
    const guid = show?.guid ?? podcastGuid(feedAddress(showId, config));
    const plain = { ...config, numbersPrefix: null }; // the archive contains the audio
    if (show)
      yield* writeFeed(transaction, { ...show, guid }, { config: plain, audience: 'archive' });
  });
}

async function* inOneMoment(
  database: FeedDeps['database'],
  write: (transaction: Database) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  const transaction = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    yield* write(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

/** A feed for one subscriber, and the headers that keep it private. */
export interface PrivateFeed extends LargeFeedVersion {
  headers: Record<string, string>;
  readers: Readers;
  /** It takes so long that a thread should write it. */
  isLarge: boolean;
}

/**
 * Finds the private feed of a show. A show that has moved away keeps it, because the new host may have none.
 * @throws AppError NOT_SIGNED_IN for a token that does not open it; SHOW_UNAVAILABLE; SHOW_GONE
 */
export async function openPrivateFeed(
  deps: Pick<FeedDeps, 'database' | 'config'>,
  name: string,
  token: string,
): Promise<PrivateFeed> {
  const { database, config } = deps;
  const subscribed = await mustSubscribe(database, token);
  const { show_id: showId } = await mustHaveShow(database, name, config);
  if (showId !== subscribed) refuseToken();
  const audience = 'subscribers';
  const { fingerprint, episodes } = await repository.readVersion(database, { showId, audience });
  return {
    showId,
    version: versionOf(`${fingerprint} ${hashSecret(token).toString('hex')}`, config),
    headers: { 'Cache-Control': 'private, no-cache', ...AS_PAGE },
    readers: { audience, token },
    isLarge: episodes >= LARGE_FROM,
  };
}

/** A show with a guid. */
async function mustHaveShow(database: Database, name: string, config: FeedConfig) {
  const id = readId(name);
  const show = await repository.findShow(database, id === null ? { permalink: name } : { id });
  if (!show) throw new AppError('SHOW_UNAVAILABLE');
  if (show.deleted_at !== null) throw new AppError('SHOW_GONE');
  if (show.guid !== null) return show;
  const guid = podcastGuid(feedAddress(show.show_id, config));
  return { ...show, guid: await repository.giveGuid(database, show.show_id, guid) };
}

/** Has no sources, so it is not stored: another show may take the permalink. */
const permanent = (to: string): Content => ({
  status: 301,
  type: 'text/plain',
  body: '',
  headers: { Location: to, 'Cache-Control': 'no-cache' },
});

/** Clients that ignore redirects find the new address in the feed. */
async function moved(show: repository.ShowRow, config: FeedConfig, to: string): Promise<Content> {
  const { writeChannel } = await import('./write-feed.ts');
  const body = writeChannel(show, config);
  const type = `${FEED_TYPE}; charset=utf-8`;
  return { status: 301, body, type, headers: { Location: to, ...AS_PAGE } };
}

/** The links to the hub of a feed, for subscribers. */
function linkHeader(showId: number, config: FeedConfig): string {
  const self = `<${feedAddress(showId, config)}>; rel="self"`;
  return config.websubHub === null ? self : `<${config.websubHub}>; rel="hub", ${self}`;
}

function versionOf(fingerprint: string, config: FeedConfig): string {
  const { siteUrl, widgetUrl, mediaUrl, productName, websubHub, numbersPrefix } = config;
  const parts = [FORMAT, fingerprint, siteUrl, widgetUrl, mediaUrl, productName, websubHub];
  return createHash('sha256')
    .update(JSON.stringify(numbersPrefix === null ? parts : [...parts, numbersPrefix]))
    .digest('hex');
}
