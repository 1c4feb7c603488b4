import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { requireMatch, sendWithTag } from '../../platform/cache/require-match.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { acceptFiles } from '../../platform/http/receive-file.ts';
import { Created, DONE, Done, Success } from '../../platform/http/schemas.ts';
import { showSlug } from '../../platform/text/slug.ts';
import { receivePicture } from '../media/media.ts';
import { type Check, changeShow, createShow, removeShow, setShowCover } from './edit-show.ts';
import { isPermalinkTaken } from './repository.ts';
import { restoreShow } from './restore-show.ts';
import { ShowParams, ShowSchema } from './schema.ts';
import { NewShowBody, ShowChangeBody } from './show-input.ts';
import { mustSeeShow } from './shows.ts';

const ShowAnswer = Type.Object({ show: ShowSchema });

/** Editing of shows. */
export const showEditRoutes: Feature = async (app, deps) => {
  const { config, store } = deps;
  await acceptFiles(app);
  const params = ShowParams;

  const read = async ({ actor }: FastifyRequest, show_id: number) => ({
    show: await mustSeeShow({ ...deps, viewer: actor }, show_id),
  });
  /** Refuses a change of a version that the client has not read. */
  const checkFor =
    (request: FastifyRequest, reply: FastifyReply, showId: number): Check =>
    (locked) =>
      requireMatch(request, reply, {
        read: async () => ({
          show: await mustSeeShow({ ...locked, viewer: request.actor }, showId),
        }),
      });

  for (const name of ['shows', 'shows_v1'] as const) {
    app.post(apiPath(name, config), {
      config: { action: 'show.create' },
      schema: { summary: 'Makes a show', body: NewShowBody, response: Created(ShowAnswer) },
      async handler(request, reply) {
        const showId = await createShow(deps, request.actor.userId ?? 0, request.body);
        return sendWithTag(reply, await read(request, showId));
      },
    });
  }

  for (const name of ['show', 'show_v1'] as const) {
    app.put(apiPath(name, config), {
      config: { action: 'show.edit' },
      schema: {
        summary: 'Changes a show',
        params,
        body: ShowChangeBody,
        response: Success(ShowAnswer),
      },
      async handler(request, reply) {
        const { show_id } = request.params;
        const check = checkFor(request, reply, show_id);
        await changeShow(deps, show_id, { change: request.body, check });
        return sendWithTag(reply, await read(request, show_id));
      },
    });
    app.delete(apiPath(name, config), {
      config: { action: 'show.delete' },
      schema: { summary: 'Deletes a show', params, response: Done },
      async handler(request) {
        await removeShow(deps, request.params.show_id, request.actor);
        return DONE;
      },
    });
  }

  app.post(apiPath('show_restore', config), {
    config: { action: 'show.restore' },
    schema: {
      summary: 'Takes the deletion of a show back, within 30 days',
      params,
      body: Type.Object({}),
      response: Created(ShowAnswer),
    },
    async handler(request, reply) {
      const { show_id } = request.params;
      await restoreShow(deps, show_id, request.actor);
      return sendWithTag(reply, await read(request, show_id));
    },
  });

  app.put(apiPath('show_cover', config), {
    config: { action: 'show.edit', file: 'image' },
    schema: {
      summary: 'Sets the cover of a show',
      params,
      body: Type.Object({}),
      response: Success(ShowAnswer),
    },
    async handler(request, reply) {
      const { show_id } = request.params;
      const picture = await receivePicture(request, store);
      const check = checkFor(request, reply, show_id);
      await setShowCover(deps, show_id, { picture, check });
      return sendWithTag(reply, await read(request, show_id));
    },
  });
  app.delete(apiPath('show_cover', config), {
    config: { action: 'show.edit' },
    schema: { summary: 'Removes the cover of a show', params, response: Done },
    async handler(request, reply) {
      const { show_id } = request.params;
      const check = checkFor(request, reply, show_id);
      await setShowCover(deps, show_id, { picture: null, check });
      return DONE;
    },
  });
};

/** Checks whether a show can have an address, before its form is sent. */
export const showPermalinkRoutes: Feature = async (app, deps) => {
  app.get(apiPath('show_permalink', deps.config), {
    config: { action: 'show.edit' },
    schema: {
      summary: 'Whether a permalink is free for this show',
      description: '`value` is how the permalink must be written.',
      params: ShowParams,
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
