import { buildPath, type Show, SITE_ROUTES } from 'earshot/contract';

/** A program or directory in which listeners subscribe to a podcast. */
export type SubscribeApp = 'apple' | 'spotify' | 'pocket-casts' | 'overcast' | 'antennapod' | 'rss';

export interface SubscribeLink {
  app: SubscribeApp;
  url: string;
  /** True if the address opens an installed program: it does nothing on other devices. */
  isAppOnly: boolean;
}

interface SubscribeSource {
  feed_url: string;
  /** Addresses in the show's data, e.g. its page in a directory. */
  known?: readonly string[];
}

const APPLE = /^https:\/\/(?:podcasts|itunes)\.apple\.com\/.*\bid(\d+)/;
const SPOTIFY = /^https:\/\/open\.spotify\.com\/(?:intl-\w+\/)?show\/\w+/;

/** The subscription links. The show's own website may be its page in a directory. */
export function linksOfShow({ show_id, link_url }: Show, siteUrl: string): SubscribeLink[] {
  const feed_url = siteUrl + buildPath(SITE_ROUTES, 'show_feed', { show_id });
  return subscribeLinks({ feed_url, known: link_url ? [link_url] : [] });
}

/**
 * The subscription links of a show. If the show has a page in a directory, its link leads there; its number at Apple
 * also gives links to Overcast and Pocket Casts. The other programs take the address of the feed. Spotify takes no
 * feeds, so it is included only if the show has a page there.
 */
export function subscribeLinks({ feed_url, known = [] }: SubscribeSource): SubscribeLink[] {
  const find = (pattern: RegExp) => known.map((url) => pattern.exec(url)).find(Boolean);
  const apple = find(APPLE)?.[1];
  const spotify = find(SPOTIFY)?.[0];
  const bare = feed_url.replace(/^https?:\/\//, '');
  const encoded = encodeURIComponent(feed_url);
  const page = (app: SubscribeApp, url: string) => ({ app, url, isAppOnly: false });
  const program = (app: SubscribeApp, url: string) => ({ app, url, isAppOnly: true });
  return [
    apple
      ? page('apple', `https://podcasts.apple.com/podcast/id${apple}`)
      : program('apple', `podcast://${bare}`),
    ...(spotify ? [page('spotify', spotify)] : []),
    apple
      ? page('pocket-casts', `https://pca.st/itunes/${apple}`)
      : program('pocket-casts', `pktc://subscribe/${bare}`),
    apple
      ? page('overcast', `https://overcast.fm/itunes${apple}`)
      : program('overcast', `overcast://x-callback-url/add?url=${encoded}`),
    page('antennapod', `https://antennapod.org/deeplink/subscribe?url=${encoded}`),
    page('rss', feed_url),
  ];
}
