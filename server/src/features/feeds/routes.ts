import { join } from 'node:path';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { createFileCache } from '../../platform/cache/file-cache.ts';
import { CACHED_ROUTE, sendStored } from '../../platform/cache/send-answer.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { largeFeedOf, readFeedAnswer } from './feeds.ts';
import { createLargeFeeds } from './large-feeds.ts';
import { createModificationDates } from './modification-dates.ts';
import { sendLargeFeed } from './send-large-feed.ts';

const LARGE_FEEDS_BYTES = 1 << 30; // a feed of 10,000 episodes takes a few megabytes

/** The feed of a show, as podcast apps read it. */
export const feedRoutes: Feature = async (app, deps) => {
  const dates = createModificationDates();
  const files = createFileCache({
    folder: join(deps.config.dataDir, 'cache', 'feeds'),
    maxBytes: LARGE_FEEDS_BYTES,
  });
  const large = createLargeFeeds(files, (error) => app.log.error(error));

  app.get(
    sitePath('show_feed'),
    { ...CACHED_ROUTE, schema: { params: Type.Object({ show_id: Type.String() }) } },
    async (request, reply) => {
      // Every reader gets the same feed, so that a session makes no difference.
      const key = `feed ${request.params.show_id}`;
      const answer = await deps.answers.get(key, (sources) =>
        readFeedAnswer({ ...deps, dates }, request.params.show_id, sources),
      );
      const version = largeFeedOf(answer);
      if (version) return sendLargeFeed({ ...deps, large }, request, reply, { answer, version });
      await sendStored(deps.answers, request, reply, { key, answer });
      return reply;
    },
  );
};
