import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { acceptFiles } from '../../platform/http/receive-file.ts';
import { DONE, Done, Success } from '../../platform/http/schemas.ts';
import { receivePicture } from '../media/media.ts';
import { SeenUserSchema, UserParams } from './schema.ts';
import { findUserId, mustSeeUser, setPicture } from './users.ts';

/** The picture of a user. */
export const userPictureRoutes: Feature = async (app, deps) => {
  const { config, database, store } = deps;
  await acceptFiles(app);
  const path = apiPath('user_cover', config);
  const params = UserParams;

  app.put(path, {
    config: { action: 'user.edit', file: 'image' },
    schema: {
      summary: 'Sets the picture of a user',
      params,
      body: Type.Object({}),
      response: Success(Type.Object({ user: SeenUserSchema })),
    },
    async handler(request) {
      const userId = await findUserId(database, request.params.user_id, request.actor);
      await setPicture(deps, userId, await receivePicture(request, store));
      return { response: { user: await mustSeeUser({ ...deps, viewer: request.actor }, userId) } };
    },
  });

  app.delete(path, {
    config: { action: 'user.edit' },
    schema: { summary: 'Removes the picture of a user', params, response: Done },
    async handler(request) {
      const userId = await findUserId(database, request.params.user_id, request.actor);
      await setPicture(deps, userId, null);
      return DONE;
    },
  });
};
