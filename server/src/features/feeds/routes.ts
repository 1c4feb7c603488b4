import { join } from 'node:path';
import type { Feature } from '../../feature.ts';
import { createFileCache } from '../../platform/cache/file-cache.ts';
import { CACHED_ROUTE, sendStored } from '../../platform/cache/send-answer.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { compressFeed } from './compress-feed.ts';
import { largeFeedOf, openPrivateFeed, readFeedAnswer, writeSnapshot } from './feeds.ts';
import { createLargeFeeds, sendLargeFeed } from './large-feeds.ts';
import { createModificationDates } from './modification-dates.ts';
import { FeedParams, FeedQuery } from './schema.ts';
import { writeInThread } from './write-in-thread.ts';

const LARGE_FEEDS_BYTES = 1 << 30; // a feed of 10,000 episodes takes a few megabytes

/** Keeps nothing, because the feed of one subscriber is private. */
const NO_FILES = { read: async () => null, keep: async () => {} };

/** The feed of a show for podcast apps. */
export const feedRoutes: Feature = async (app, deps) => {
  const dates = createModificationDates();
  const files = createFileCache({
    folder: join(deps.config.dataDir, 'cache', 'feeds'),
    maxBytes: LARGE_FEEDS_BYTES,
  });
  const onError = (error: unknown) => app.log.error(error, 'A large feed could not be written.');
  const unstored = createLargeFeeds(NO_FILES, onError);
  const large = createLargeFeeds(files, onError);
  const closing = new AbortController();
  app.addHook('onClose', async () => closing.abort());
  const threads = { ...deps, signal: closing.signal };

  app.get(sitePath('show_feed'), {
    ...CACHED_ROUTE,
    schema: { params: FeedParams, querystring: FeedQuery },
    async handler(request, reply) {
      const { show_id } = request.params;
      const { token } = request.query;
      if (token !== undefined) {
        const feed = await openPrivateFeed(deps, show_id, token);
        const { showId, readers, isLarge } = feed;
        const write = () =>
          isLarge
            ? writeInThread(threads, showId, readers)
            : compressFeed(writeSnapshot(deps, showId, readers));
        return sendLargeFeed(unstored, request, reply, { ...feed, write });
      }
      // All readers get the same feed, with or without a session.
      const key = `feed ${show_id}`;
      const answer = await deps.answers.get(key, (sources) =>
        readFeedAnswer({ ...deps, dates }, show_id, sources),
      );
      const version = largeFeedOf(answer);
      if (version) {
        const write = () => writeInThread(threads, version.showId, { audience: 'public' });
        return sendLargeFeed(large, request, reply, { ...version, headers: answer.headers, write });
      }
      await sendStored(deps.answers, request, reply, { key, answer });
      return reply;
    },
  });
};
