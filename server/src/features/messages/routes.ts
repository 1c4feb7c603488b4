import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { ListQuery, listKey } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, DONE, Done, ListAnswer, Success } from '../../platform/http/schemas.ts';
import { announceMessage, deleteMessage, listMessages, writeMessage } from './messages.ts';
import { EpisodeParams, MessageBody, MessageParams, MessageSchema } from './schema.ts';

/** Comments on an episode. */
export const messageRoutes: Feature = async (app, deps) => {
  const { config } = deps;

  app.get(apiPath('messages', config), {
    ...CACHED_ROUTE,
    config: { action: 'message.read' },
    schema: {
      summary: 'The messages of an episode',
      params: EpisodeParams,
      querystring: Type.Object({
        ...ListQuery,
        key: Type.Optional(Type.String()),
        peek: Type.Optional(
          Type.Boolean({ description: 'True: nothing counts as read by this.', examples: [true] }),
        ),
      }),
      response: Success(ListAnswer(MessageSchema)),
    },
    handler(request, reply) {
      const { episode_id } = request.params;
      const { key, peek = false } = request.query;
      return sendJson(deps.answers, request, reply, {
        isEarly: true,
        key: `messages ${episode_id} ${listKey(request.query)} ${key} ${peek}`,
        read: (sources) =>
          listMessages({ ...deps, sources, viewer: request.actor }, episode_id, request.query),
      });
    },
  });

  app.post(apiPath('messages', config), {
    config: { action: 'message.write', limit: 'message' },
    schema: {
      summary: 'Writes a message about an episode',
      params: EpisodeParams,
      querystring: Type.Object({ key: Type.Optional(Type.String()) }),
      body: MessageBody,
      response: Created(Type.Object({ message: MessageSchema })),
    },
    async handler({ params: { episode_id }, query, body, actor: { userId }, log }) {
      if (userId === null) throw new AppError('NOT_SIGNED_IN');
      const call = { episodeId: episode_id, userId };
      const message = await writeMessage(deps, call, { ...query, ...body });
      await announceMessage(deps, message).catch((error) =>
        log.warn(error, 'A message is stored, but its readers were not told.'),
      );
      return { response: { message } };
    },
  });

  app.delete(apiPath('message', config), {
    config: { action: 'message.delete' },
    schema: { summary: 'Removes a message', params: MessageParams, response: Done },
    async handler({ params: { episode_id, message_id } }) {
      await deleteMessage(deps, { episodeId: episode_id, messageId: message_id });
      return DONE;
    },
  });
};
