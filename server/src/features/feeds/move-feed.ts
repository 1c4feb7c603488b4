import { AppError, matchPath, SITE_ROUTES } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import { type Fetcher, OtherStatus } from '../../platform/http/fetch-source.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { Unreachable } from '../../platform/http/send-request.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { announceShow } from '../shows/shows.ts';
import { mustFindShow } from './feeds.ts';
import * as repository from './repository.ts';
import { FEED_TYPE, feedAddress } from './show-to-rss.ts';

/**
 * Redirects the readers of a feed to its new address with 301 and `itunes:new-feed-url`, or with null back here. If that is
 * another Earshot that has the show, its players and pages lead there as well.
 * @param fetcher asks the new host
 * @throws AppError SHOW_UNAVAILABLE, or INVALID_REQUEST for an address that no feed can have, or of a host that does not answer now
 */
export async function moveFeed(
  deps: Pick<FeatureDeps, 'database' | 'config' | 'jobs'>,
  showId: number,
  to: string | null,
  fetcher: Fetcher,
) {
  const feed_url = feedAddress(showId, deps.config);
  const address = to === null ? null : webAddress(to);
  if (to !== null && address === null) throw invalid('to', 'feed_address');
  if (address === feed_url) throw invalid('to', 'same_address');
  const host = address === null ? null : await findNewHost(deps, showId, { address, fetcher });
  return deps.database.transaction().execute(async (transaction) => {
    const show = await repository.findShow(transaction, { id: showId });
    if (!show || show.deleted_at !== null) throw new AppError('SHOW_UNAVAILABLE');
    await repository.setNewAddress(transaction, showId, { feed: address, host });
    await announceShow(deps, transaction, showId);
    return { title: show.title, feed_url, new_host_url: host };
  });
}

/** The Earshot of a feed's address, if it has the show. Null for every other host. */
async function findNewHost(
  deps: Pick<FeatureDeps, 'database' | 'config'>,
  showId: number,
  { address, fetcher }: { address: string; fetcher: Fetcher },
): Promise<string | null> {
  const { origin, pathname } = new URL(address);
  if (matchPath(SITE_ROUTES, pathname)?.name !== 'show_feed') return null;
  const { guid } = await mustFindShow(deps, showId);
  const query = new URLSearchParams({ show: guid ?? '', opens: 'feed' });
  try {
    const { body, contentType } = await fetcher(`${origin}${SITE_ROUTES.moved}?${query}`);
    body.destroy();
    return contentType.startsWith(FEED_TYPE) ? origin : null;
  } catch (error) {
    if (isSilent(error)) throw invalid('to', 'host_silent');
    return null; // another product, or the show is not there
  }
}

/** Statuses of a host that restarts or has too much to do. */
const BUSY = new Set([429, 502, 503, 504]);

function isSilent(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof OtherStatus && BUSY.has(error.status));
}
