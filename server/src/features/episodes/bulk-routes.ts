import type { BulkResult } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Id, type IsSame, Nullable, Success } from '../../platform/http/schemas.ts';
import { changeMany } from './bulk.ts';

const EPISODES_MAX = 100;

const BulkBody = Type.Object({
  action: Type.Enum(['publish', 'draft', 'visibility', 'delete', 'restore'], { type: 'string' }),
  episode_ids: Type.Array(Id, { minItems: 1, maxItems: EPISODES_MAX, uniqueItems: true }),
  visibility: Type.Optional(Type.Enum(['public', 'unlisted', 'private'], { type: 'string' })),
});

const BulkResultSchema = Type.Object({
  episode_id: Type.Integer(),
  title: Nullable(Type.String()),
  error: Nullable(Type.String()),
});
true satisfies IsSame<Static<typeof BulkResultSchema>, BulkResult>;

/** The same for many episodes of a show. */
export const bulkRoutes: Feature = async (app, deps) => {
  app.put(apiPath('show_bulk', deps.config), {
    config: { action: 'show.edit' },
    schema: {
      summary: 'Publishes, withdraws, hides, deletes or restores many episodes of a show',
      description:
        'Every episode is tried. The answer says for each of them what is wrong, or null if it was done.',
      params: Type.Object({ show_id: Id }),
      body: BulkBody,
      response: Success(Type.Object({ results: Type.Array(BulkResultSchema) })),
    },
    async handler(request) {
      const { params, body, actor } = request;
      const asked = { ...body, actor, language: languageOf(request) };
      return { response: { results: await changeMany(deps, params.show_id, asked) } };
    },
  });
};
