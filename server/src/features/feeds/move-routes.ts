import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { DONE, Done, Id, Success } from '../../platform/http/schemas.ts';
import { moveFeed } from './move-feed.ts';

const params = Type.Object({ show_id: Id });

/** Redirects the readers of a feed to another host, or back here. */
export const moveRoutes: Feature = async (app, deps) => {
  app.put(
    apiPath('show_move', deps.config),
    {
      config: { action: 'show.move' },
      schema: {
        summary: 'Sends the readers of the feed to a new address',
        description:
          'The feed answers 301 from then on, and names the address in itunes:new-feed-url.',
        params,
        body: Type.Object({
          to: Type.String({ maxLength: 2_000, examples: ['https://new.example/feed.xml'] }),
        }),
        response: Success(
          Type.Object({
            feed_url: Type.String({ examples: ['https://pod.example/show/1/episodes/feed'] }),
            new_feed_url: Type.String({ examples: ['https://new.example/feed.xml'] }),
          }),
        ),
      },
    },
    async ({ params: { show_id }, body: { to } }) => {
      const { feed_url } = await moveFeed(deps, show_id, to);
      return { response: { feed_url, new_feed_url: to } };
    },
  );

  app.delete(
    apiPath('show_move', deps.config),
    {
      config: { action: 'show.move' },
      schema: { summary: 'Serves the feed here again', params, response: Done },
    },
    async ({ params: { show_id } }) => {
      await moveFeed(deps, show_id, null);
      return DONE;
    },
  );
};
