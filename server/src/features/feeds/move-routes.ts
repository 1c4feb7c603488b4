import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { createFetcher } from '../../platform/http/fetch-source.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { DONE, Done, Id, Success } from '../../platform/http/schemas.ts';
import { moveFeed } from './move-feed.ts';

const params = Type.Object({ show_id: Id });

/** Leads the readers of a feed, and its players, to another host, or back here. */
export const moveRoutes: Feature = async (app, deps) => {
  app.put(apiPath('show_move', deps.config), {
    config: { action: 'show.move' },
    schema: {
      summary: 'Sends the readers of the feed to a new address',
      description:
        'The feed answers 301 from then on, and names the address in itunes:new-feed-url. If the new host is an Earshot that has the show, its players and pages lead there as well (`new_host_url`).',
      params,
      body: Type.Object({
        to: Type.String({ maxLength: 2_000, examples: ['https://new.example/feed.xml'] }),
      }),
      response: Success(
        Type.Object({
          feed_url: Type.String({ examples: ['https://pod.example/show/1/episodes/feed'] }),
          new_feed_url: Type.String({ examples: ['https://new.example/feed.xml'] }),
          new_host_url: Type.Union([Type.String(), Type.Null()], {
            examples: ['https://new.example'],
          }),
        }),
      ),
    },
    async handler({ params: { show_id }, body: { to } }) {
      const { privateHosts } = deps.config;
      const moved = await moveFeed(deps, show_id, to, createFetcher({ privateHosts }));
      const { feed_url, new_host_url } = moved;
      return { response: { feed_url, new_feed_url: to, new_host_url } };
    },
  });

  app.delete(apiPath('show_move', deps.config), {
    config: { action: 'show.move' },
    schema: { summary: 'Serves the feed here again', params, response: Done },
    async handler({ params: { show_id } }) {
      await moveFeed(deps, show_id, null, createFetcher());
      return DONE;
    },
  });
};
