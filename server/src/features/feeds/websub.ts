import type { Config } from '../../config.ts';
import { type NoticeOptions, sendNotice } from './send-notice.ts';
import { feedAddress } from './show-to-rss.ts';

type HubConfig = Pick<Config, 'siteUrl' | 'websubHub' | 'websubHubIsPrivate'>;

/**
 * Notifies the hub that the feed of a show has changed (WebSub, 7). The Recommendation does not define the request;
 * hubs accept the parameters of PubSubHubbub 0.4, and some read `hub.topic`.
 * @throws Unreachable if the hub may accept it later; PermanentFailure if it refuses it
 */
export async function pingHub(
  { siteUrl, websubHub, websubHubIsPrivate }: HubConfig,
  showId: number,
  options: NoticeOptions = {},
): Promise<void> {
  if (websubHub === null) return;
  const topic = feedAddress(showId, { siteUrl });
  const body = String(
    new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic }),
  );
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': Buffer.byteLength(body),
  };
  const to = {
    name: 'The WebSub hub',
    setting: 'WEBSUB_HUB',
    isPrivate: websubHubIsPrivate,
    privateSetting: 'WEBSUB_HUB_PRIVATE',
  };
  await sendNotice(new URL(websubHub), { method: 'POST', headers, body }, { ...options, to });
}
