import { FLASH_COOKIE } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, DONE, Done, Nullable, Success, UserName } from '../../platform/http/schemas.ts';
import { findUserId } from '../users/users.ts';
import {
  dismissedIn,
  dismissFlashMessage,
  endFlashMessage,
  findFlash,
  removeFlashMessage,
  setFlashMessage,
} from './flash-messages.ts';
import { FlashBody, FlashMessageSchema, FlashName } from './schema.ts';

/** Notices of the host to all visitors. */
export const flashMessageRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;

  app.get(apiPath('flash_message', config), {
    ...CACHED_ROUTE,
    config: { action: 'flash.read' },
    schema: {
      summary: 'The message of this host, if there is one',
      response: Success(Type.Object({ flash_message: Nullable(FlashMessageSchema) })),
    },
    async handler(request, reply) {
      const dismissed = dismissedIn(request.cookies[FLASH_COOKIE]);
      const viewer = request.actor;
      const { message, maxAgeMs } = await findFlash(deps, { viewer, dismissed });
      await sendJson(deps.answers, request, reply, {
        isEarly: true,
        vary: 'Cookie',
        key: `flash_message ${message?.name ?? ''}`,
        maxAgeMs,
        async read(sources) {
          sources.add('flash'); // a change of any message drops everything
          return { flash_message: message };
        },
      });
    },
  });

  app.delete(apiPath('user_flash_message', config), {
    config: { action: 'flash.dismiss', keepsAnswers: true },
    schema: {
      summary: 'Dismisses a message of this host',
      params: Type.Object({ user_id: UserName, name: FlashName }),
      response: Done,
    },
    async handler({ params: { user_id, name }, actor }) {
      await dismissFlashMessage(database, {
        userId: await findUserId(database, user_id, actor),
        name,
      });
      return DONE;
    },
  });

  app.put(apiPath('named_flash_message', config), {
    config: { action: 'flash.write' },
    schema: {
      summary: 'Writes a message of this host',
      params: Type.Object({ name: FlashName }),
      body: FlashBody,
      response: Success(Type.Object({ flash_message: FlashMessageSchema })),
    },
    handler: async ({ params: { name }, body: { message, from, until } }) => ({
      response: {
        flash_message: await setFlashMessage(database, name, {
          message,
          from: from ? new Date(from) : null,
          until: until ? new Date(until) : null,
        }),
      },
    }),
  });

  app.delete(apiPath('named_flash_message', config), {
    config: { action: 'flash.write' },
    schema: {
      summary: 'Removes a message of this host',
      params: Type.Object({ name: FlashName }),
      response: Done,
    },
    async handler({ params: { name } }) {
      await removeFlashMessage(database, name);
      return DONE;
    },
  });

  app.post(apiPath('host_notice_end', config), {
    config: { action: 'flash.write' },
    schema: {
      summary: 'Ends a message of this host now',
      params: Type.Object({ name: FlashName }),
      body: Type.Object({}),
      response: Created(Type.Object({})),
    },
    async handler({ params: { name } }) {
      await endFlashMessage(database, name);
      return DONE;
    },
  });
};
