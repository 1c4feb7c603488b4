import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature, FeatureDeps } from '../../feature.ts';
import { requireMatch, sendWithTag } from '../../platform/cache/require-match.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { acceptFiles } from '../../platform/http/receive-file.ts';
import { Created, DONE, Done, Success } from '../../platform/http/schemas.ts';
import { receivePicture } from '../media/media.ts';
import { changeEpisode, createEpisode, removeEpisode, setEpisodeCover } from './edit-episode.ts';
import { EpisodeChangeBody, NewEpisodeBody } from './episode-input.ts';
import { mustSeeEpisode } from './episodes.ts';
import type { Check } from './publication.ts';
import { publishEpisode, unpublishEpisode } from './publish.ts';
import { restoreEpisode } from './restore-episode.ts';
import { EpisodeParams, EpisodeSchema, PublishBody } from './schema.ts';

const EpisodeAnswer = Type.Object({ episode: EpisodeSchema });
const params = EpisodeParams;

/** Reads episodes for the answers of a request. */
const answersOf = (deps: FeatureDeps) => ({
  read: async ({ actor }: FastifyRequest, episodeId: number) => ({
    episode: await mustSeeEpisode({ ...deps, viewer: actor }, episodeId),
  }),
  /** Refuses a change of a version that the client has not read. */
  checkFor:
    (request: FastifyRequest, reply: FastifyReply, episodeId: number): Check =>
    (locked) =>
      requireMatch(request, reply, {
        read: async () => ({
          episode: await mustSeeEpisode({ ...locked, viewer: request.actor }, episodeId),
        }),
      }),
});

/** Creates, changes, deletes and restores episodes. */
export const episodeEditRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const { read, checkFor } = answersOf(deps);

  for (const name of ['episodes', 'episodes_v1'] as const) {
    app.post(apiPath(name, config), {
      config: { action: 'episode.create' },
      schema: {
        summary: 'Makes an episode',
        body: NewEpisodeBody,
        response: Created(EpisodeAnswer),
      },
      async handler(request, reply) {
        const episodeId = await createEpisode(deps, request.actor, request.body);
        return sendWithTag(reply, await read(request, episodeId));
      },
    });
  }

  for (const name of ['episode', 'episode_v1'] as const) {
    app.put(apiPath(name, config), {
      config: { action: 'episode.edit' },
      schema: {
        summary: 'Changes an episode',
        params,
        body: EpisodeChangeBody,
        response: Success(EpisodeAnswer),
      },
      async handler(request, reply) {
        const { episode_id } = request.params;
        const check = checkFor(request, reply, episode_id);
        const { actor, body: change } = request;
        await changeEpisode(deps, episode_id, { actor, change, check });
        return sendWithTag(reply, await read(request, episode_id));
      },
    });
    app.delete(apiPath(name, config), {
      config: { action: 'episode.edit' },
      schema: { summary: 'Deletes an episode', params, response: Done },
      async handler(request) {
        await removeEpisode(deps, request.params.episode_id, request.actor);
        return DONE;
      },
    });
  }

  app.post(apiPath('episode_restore', config), {
    config: { action: 'episode.restore' },
    schema: {
      summary: 'Takes the deletion of an episode back, within 30 days',
      params,
      body: Type.Object({}),
      response: Created(EpisodeAnswer),
    },
    async handler(request, reply) {
      const { episode_id } = request.params;
      await restoreEpisode(deps, episode_id, request.actor);
      return sendWithTag(reply, await read(request, episode_id));
    },
  });

  await coverRoutes(app, deps);
  await publishRoutes(app, deps);
};

const coverRoutes: Feature = async (app, deps) => {
  const { config, store } = deps;
  const { read, checkFor } = answersOf(deps);
  await acceptFiles(app);

  app.put(apiPath('episode_cover', config), {
    config: { action: 'episode.edit', file: 'image' },
    schema: {
      summary: 'Sets the cover of an episode',
      params,
      body: Type.Object({}),
      response: Success(EpisodeAnswer),
    },
    async handler(request, reply) {
      const { episode_id } = request.params;
      const picture = await receivePicture(request, store);
      const check = checkFor(request, reply, episode_id);
      await setEpisodeCover(deps, episode_id, { picture, check });
      return sendWithTag(reply, await read(request, episode_id));
    },
  });
  app.delete(apiPath('episode_cover', config), {
    config: { action: 'episode.edit' },
    schema: { summary: 'Removes the cover of an episode', params, response: Done },
    async handler(request, reply) {
      const { episode_id } = request.params;
      const check = checkFor(request, reply, episode_id);
      await setEpisodeCover(deps, episode_id, { picture: null, check });
      return DONE;
    },
  });
};

const publishRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const { read, checkFor } = answersOf(deps);

  app.put(apiPath('episode_publish', config), {
    config: { action: 'episode.edit' },
    schema: {
      summary: 'Publishes an episode, now or at a time ahead',
      params,
      body: PublishBody,
      response: Success(EpisodeAnswer),
    },
    async handler(request, reply) {
      const { episode_id } = request.params;
      const check = checkFor(request, reply, episode_id);
      await publishEpisode(deps, episode_id, { request: request.body, check });
      return sendWithTag(reply, await read(request, episode_id));
    },
  });
  app.delete(apiPath('episode_publish', config), {
    config: { action: 'episode.edit' },
    schema: { summary: 'Takes the publication of an episode back', params, response: Done },
    async handler(request, reply) {
      const { episode_id } = request.params;
      await unpublishEpisode(deps, episode_id, checkFor(request, reply, episode_id));
      return DONE;
    },
  });
};
