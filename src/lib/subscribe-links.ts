/** A program or directory in which listeners subscribe to a podcast. */
export type SubscribeApp = 'apple' | 'spotify' | 'pocket-casts' | 'overcast' | 'antennapod' | 'rss';

export interface SubscribeLink {
  app: SubscribeApp;
  url: string;
  /** True if the address opens an installed program: it does nothing on other devices. */
  isAppOnly: boolean;
}

export interface SubscribeSource {
  feed_url: string;
  /** Addresses that the show itself names, e.g. its page in a directory. */
  known?: readonly string[];
}

const APPLE = /^https:\/\/(?:podcasts|itunes)\.apple\.com\/.*\bid(\d+)/;
const SPOTIFY = /^https:\/\/open\.spotify\.com\/(?:intl-\w+\/)?show\/\w+/;

/**
 * Where listeners subscribe to a show. A directory that the show names gets its page there, and its number at Apple leads
 * to Overcast and Pocket Casts as well. The other programs take the address of the feed. Spotify takes no feeds, so it is
 * there only if the show names it.
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
