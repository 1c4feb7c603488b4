import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Created, DONE, Done, Id, Success } from '../../platform/http/schemas.ts';
import { ShowSchema } from '../shows/shows.ts';
import { UserSchema } from '../users/users.ts';
import { addEditor, listEditors, listSharedShows, removeEditor } from './members.ts';

const ShowParams = Type.Object({ show_id: Id });

/** The people who work on a show besides its owner. */
export const memberRoutes: Feature = async (app, deps) => {
  const { config } = deps;

  app.get(apiPath('show_members', config), {
    config: { action: 'member.read' },
    schema: {
      summary: 'The editors of a show',
      params: ShowParams,
      response: Success(Type.Object({ items: Type.Array(UserSchema) })),
    },
    handler: async ({ params, actor }) => ({
      response: { items: await listEditors({ ...deps, viewer: actor }, params.show_id) },
    }),
  });

  app.post(apiPath('show_members', config), {
    config: { action: 'member.edit' },
    schema: {
      summary: 'Makes a user an editor of a show',
      description:
        'Editors change the show and its episodes, and read its comments. They cannot delete it, move its feed or choose editors.',
      params: ShowParams,
      body: Type.Object({
        user: Type.String({ minLength: 1, maxLength: 300, examples: ['mira'] }),
      }),
      response: Created(Type.Object({ user: UserSchema })),
    },
    async handler(request) {
      const { params, body, actor: viewer } = request;
      const user = await addEditor({ ...deps, viewer }, params.show_id, {
        named: body.user,
        language: languageOf(request),
        // Strangers must not flood a mailbox by adding and removing a user.
        beforeMail: (userId) => app.rateLimits.take('mail', { account: `editor ${userId}` }),
      });
      return { response: { user } };
    },
  });

  app.delete(apiPath('show_member', config), {
    config: { action: 'member.edit' },
    schema: {
      summary: 'Ends that a user is an editor of a show',
      params: Type.Object({ show_id: Id, member_id: Id }),
      response: Done,
    },
    async handler({ params: { show_id, member_id } }) {
      await removeEditor(deps, { showId: show_id, userId: member_id });
      return DONE;
    },
  });

  app.get(apiPath('shared_shows', config), {
    config: { action: 'me.read' },
    schema: {
      summary: 'The shows of others that you edit',
      response: Success(Type.Object({ items: Type.Array(ShowSchema) })),
    },
    async handler(request) {
      const viewed = { ...deps, viewer: request.actor };
      return { response: { items: await listSharedShows(viewed, memberId(request)) } };
    },
  });

  app.delete(apiPath('shared_show', config), {
    config: { action: 'member.leave' },
    schema: { summary: 'Ends that you edit a show', params: ShowParams, response: Done },
    async handler(request) {
      const { show_id: showId } = request.params;
      await removeEditor(deps, { showId, userId: memberId(request) });
      return DONE;
    },
  });
};
