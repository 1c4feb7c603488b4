import type { Config } from '../../config.ts';
import { type NoticeOptions, sendNotice } from './send-notice.ts';
import { feedAddress } from './show-to-rss.ts';

type IndexConfig = Pick<Config, 'siteUrl' | 'podcastIndex'>;

const UNKNOWN_FEED = 400; // most shows are not in the index, and a notice does not add them

/**
 * Notifies the Podcast Index that the feed of a show has changed, so that it reads the feed before its usual time. It
 * needs no key: `hub/pubnotify` of the Podcast Index API 1.0.
 * @throws Error if the index may accept it later; PermanentFailure if it refuses it
 */
export async function pingPodcastIndex(
  { siteUrl, podcastIndex }: IndexConfig,
  showId: number,
  options: NoticeOptions = {},
): Promise<void> {
  if (podcastIndex === null) return;
  const url = new URL(`${podcastIndex.url}/hub/pubnotify`);
  url.searchParams.set('url', feedAddress(showId, { siteUrl }));
  const to = {
    name: 'The Podcast Index',
    setting: 'PODCAST_INDEX_URL',
    isPrivate: podcastIndex.isPrivate,
    privateSetting: 'PODCAST_INDEX_PRIVATE',
    accepted: [UNKNOWN_FEED],
  };
  await sendNotice(url, { method: 'GET', headers: {} }, { ...options, to });
}
