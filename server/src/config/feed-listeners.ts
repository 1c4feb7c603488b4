import { StartError } from '../platform/start-error.ts';
import {
  type Environment,
  readPlainUrl,
  readSwitch,
  readUrl,
  withoutPassword,
} from './environment.ts';

/** Services that are notified of every change of a feed. */
export const readFeedListeners = (env: Environment) => ({
  ...readHub(env),
  /** The Podcast Index, or a program with the same API. Null if there is none. */
  podcastIndex: readPodcastIndex(env),
});

function readHub(env: Environment) {
  const isPrivate = readSwitch(env, 'WEBSUB_HUB_PRIVATE');
  const hub = env.WEBSUB_HUB ? new URL(readUrl(env, 'WEBSUB_HUB', '')) : null;
  if (hub?.username || hub?.password || hub?.hash) {
    // The address is public in every feed.
    throw new StartError(
      `WEBSUB_HUB is "${withoutPassword(hub.href)}": it must be an address without a password and without a fragment.`,
    );
  }
  return {
    /** The WebSub hub. Null if the host uses no hub. */
    websubHub: (hub && env.WEBSUB_HUB) || null,
    /** True if the hub may be on a private network. */
    websubHubIsPrivate: isPrivate,
  };
}

function readPodcastIndex(env: Environment) {
  const isPrivate = readSwitch(env, 'PODCAST_INDEX_PRIVATE');
  if (!env.PODCAST_INDEX_URL) return null;
  return { url: readPlainUrl(env, 'PODCAST_INDEX_URL', 'It needs no password.'), isPrivate };
}
