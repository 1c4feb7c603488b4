import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Id, Success } from '../../platform/http/schemas.ts';
import { showSlug } from '../../platform/text/slug.ts';
import { isPermalinkTaken } from './repository.ts';

/** Checks whether a show can have an address, before its form is sent. */
export const showPermalinkRoutes: Feature = async (app, deps) => {
  app.get(apiPath('show_permalink', deps.config), {
    config: { action: 'show.edit' },
    schema: {
      summary: 'Whether a permalink is free for this show',
      description: '`value` is how the permalink must be written.',
      params: Type.Object({ show_id: Id }),
      querystring: Type.Object({ permalink: Type.String({ minLength: 1, maxLength: 300 }) }),
      response: Success(
        Type.Object({
          permalink: Type.Object({ value: Type.String(), available: Type.Boolean() }),
        }),
      ),
    },
    async handler({ params: { show_id }, query }) {
      const value = showSlug(query.permalink, 'my-show');
      const isTaken = await isPermalinkTaken(deps.database, { permalink: value, showId: show_id });
      return { response: { permalink: { value, available: !isTaken } } };
    },
  });
};
