import { FLASH_COOKIE } from 'earshot/internal';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { DONE, Done, Nullable, Success, UserName } from '../../platform/http/schemas.ts';
import { findUserId } from '../users/users.ts';
import {
  dismissedIn,
  dismissFlashMessage,
  getFlashMessage,
  removeFlashMessage,
  setFlashMessage,
} from './flash-messages.ts';
import { FlashBody, FlashMessageSchema, FlashName } from './schema.ts';

/** Notices of the host to everybody. */
export const flashMessageRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;

  app.get(
    apiPath('flash_message', config),
    {
      ...CACHED_ROUTE,
      config: { action: 'flash.read' },
      schema: {
        summary: 'The message of this host, if there is one',
        response: Success(Type.Object({ flash_message: Nullable(FlashMessageSchema) })),
      },
    },
    (request, reply) => {
      const names = dismissedIn(request.cookies[FLASH_COOKIE]);
      return sendJson(deps.answers, request, reply, {
        isEarly: true,
        vary: 'Cookie',
        key: `flash_message ${names}`,
        read: async (sources) => ({
          flash_message: await getFlashMessage({ ...deps, sources, viewer: request.actor }, names),
        }),
      });
    },
  );

  app.delete(
    apiPath('user_flash_message', config),
    {
      config: { action: 'flash.dismiss', keepsAnswers: true },
      schema: {
        summary: 'Dismisses a message of this host',
        params: Type.Object({ user_id: UserName, name: FlashName }),
        response: Done,
      },
    },
    async ({ params: { user_id, name }, actor }) => {
      await dismissFlashMessage(database, {
        userId: await findUserId(database, user_id, actor),
        name,
      });
      return DONE;
    },
  );

  app.put(
    apiPath('named_flash_message', config),
    {
      config: { action: 'flash.write' },
      schema: {
        summary: 'Writes a message of this host',
        params: Type.Object({ name: FlashName }),
        body: FlashBody,
        response: Success(Type.Object({ flash_message: FlashMessageSchema })),
      },
    },
    async ({ params: { name }, body: { message, until } }) => ({
      response: {
        flash_message: await setFlashMessage(database, name, {
          message,
          until: until ? new Date(until) : null,
        }),
      },
    }),
  );

  app.delete(
    apiPath('named_flash_message', config),
    {
      config: { action: 'flash.write' },
      schema: {
        summary: 'Removes a message of this host',
        params: Type.Object({ name: FlashName }),
        response: Done,
      },
    },
    async ({ params: { name } }) => {
      await removeFlashMessage(database, name);
      return DONE;
    },
  );
};
