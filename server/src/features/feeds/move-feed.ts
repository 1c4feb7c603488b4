import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { announceShow } from '../shows/shows.ts';
import * as repository from './repository.ts';
import { feedAddress } from './show-to-rss.ts';

/**
 * Redirects the readers of a feed to its new address with 301 and `itunes:new-feed-url`, or with null back here.
 * @throws AppError SHOW_UNAVAILABLE, or INVALID_REQUEST for an address that no feed can have
 */
export async function moveFeed(
  deps: Pick<FeatureDeps, 'database' | 'config' | 'jobs'>,
  showId: number,
  to: string | null,
): Promise<{ title: string; feed_url: string }> {
  const feed_url = feedAddress(showId, deps.config);
  const address = to === null ? null : webAddress(to);
  if (to !== null && address === null) {
    throw invalid('to', 'feed_address');
  }
  if (address === feed_url) throw invalid('to', 'same_address');
  return deps.database.transaction().execute(async (transaction) => {
    const show = await repository.findShow(transaction, { id: showId });
    if (!show || show.deleted_at !== null) throw new AppError('SHOW_UNAVAILABLE');
    await repository.setNewAddress(transaction, showId, address);
    await announceShow(deps, transaction, showId);
    return { title: show.title, feed_url };
  });
}
