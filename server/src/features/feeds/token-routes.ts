import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, DONE, Done, ListAnswer, Success } from '../../platform/http/schemas.ts';
import { createFeedToken, listFeedTokens, revokeFeedToken } from './feed-tokens.ts';
import {
  FeedTokenBody,
  FeedTokenParams,
  FeedTokenQuery,
  FeedTokenSchema,
  NewFeedTokenSchema,
  ShowParams,
} from './schema.ts';

/** The subscribers of a show's private feed. */
export const feedTokenRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;

  app.get(apiPath('feed_tokens', config), {
    ...CACHED_ROUTE,
    config: { action: 'feed_token.read' },
    schema: {
      summary: 'The subscribers of a private feed',
      params: ShowParams,
      querystring: FeedTokenQuery,
      response: Success(ListAnswer(FeedTokenSchema)),
    },
    handler(request, reply) {
      const { params, query } = request;
      return sendJson(deps.answers, request, reply, {
        key: '', // never stored, because only editors read it
        read: () => listFeedTokens(deps, params.show_id, query),
      });
    },
  });

  app.post(apiPath('feed_tokens', config), {
    config: { action: 'feed_token.edit', idempotent: false },
    schema: {
      summary: 'Makes a private feed for a subscriber',
      params: ShowParams,
      body: FeedTokenBody,
      response: Created(Type.Object({ feed_token: NewFeedTokenSchema })),
    },
    async handler({ params, body }, reply) {
      const feed_token = await createFeedToken(deps, params.show_id, body.name);
      reply.header('Cache-Control', 'no-store');
      return { response: { feed_token } };
    },
  });

  app.delete(apiPath('feed_token', config), {
    config: { action: 'feed_token.edit' },
    schema: { summary: 'Revokes a private feed', params: FeedTokenParams, response: Done },
    async handler({ params }) {
      const { show_id: showId, token_id: tokenId } = params;
      await revokeFeedToken(database, { showId, tokenId });
      return DONE;
    },
  });
};
