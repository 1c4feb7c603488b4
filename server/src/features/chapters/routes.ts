import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature, ReadDeps } from '../../feature.ts';
import { requireMatch, sendTag, sendWithTag } from '../../platform/cache/require-match.ts';
import {
  CACHED_ROUTE,
  sendAnswer,
  sendJson,
  sendPersonal,
} from '../../platform/cache/send-answer.ts';
import { apiPath, mediaPath } from '../../platform/http/paths.ts';
import { DONE, Done, Success } from '../../platform/http/schemas.ts';
import { EpisodeParams, FileQuery, readEpisodeAddress } from '../episodes/episodes.ts';
import { addressForSubscriber } from '../subscribers/subscribers.ts';
import { getChapters, readChaptersFile, saveChapters } from './chapters.ts';
import { ChaptersAnswer, ChaptersBody, ChaptersFileParams, ChaptersQuery } from './schema.ts';

const AS_READ = Success(ChaptersAnswer)[200];

/** The chapters of an episode, for its author and for podcast apps. */
export const chapterRoutes: Feature = async (app, deps) => {
  const path = apiPath('episode_chapters', deps.config);
  const params = EpisodeParams;

  /** Refuses a change of a version that the client has not read. */
  const checkFor =
    (request: FastifyRequest, reply: FastifyReply, episodeId: number) => (locked: ReadDeps) =>
      requireMatch(request, reply, {
        schema: AS_READ,
        read: async () => ({ chapters: await getChapters(locked, { episodeId, key: null }) }),
      });

  app.get(path, {
    ...CACHED_ROUTE,
    config: { action: 'episode.read' },
    schema: {
      summary: 'The chapters of an episode',
      params,
      querystring: ChaptersQuery,
      response: Success(ChaptersAnswer),
    },
    handler(request, reply) {
      const address = { episodeId: request.params.episode_id, key: request.query.key ?? null };
      return sendJson(deps.answers, request, reply, {
        isEarly: true,
        key: `chapters ${address.episodeId} ${address.key}`,
        read: async (sources) => ({
          chapters: await getChapters({ ...deps, sources, viewer: request.actor }, address),
        }),
      });
    },
  });

  app.put(path, {
    config: { action: 'episode.edit' },
    schema: {
      summary: 'Sets the chapters of an episode',
      params,
      body: ChaptersBody,
      response: Success(ChaptersAnswer),
    },
    async handler(request, reply) {
      const { episode_id } = request.params;
      const { chapters } = request.body;
      const check = checkFor(request, reply, episode_id);
      const viewerDeps = { ...deps, viewer: request.actor };
      const saved = await saveChapters(viewerDeps, episode_id, { chapters, check });
      return sendWithTag(reply, { chapters: saved });
    },
  });

  app.delete(path, {
    config: { action: 'episode.edit' },
    schema: { summary: 'Removes the chapters of an episode', params, response: Done },
    async handler(request, reply) {
      const { episode_id } = request.params;
      const check = checkFor(request, reply, episode_id);
      const viewerDeps = { ...deps, viewer: request.actor };
      const chapters = await saveChapters(viewerDeps, episode_id, { chapters: [], check });
      sendTag(reply, { chapters }, AS_READ);
      return DONE;
    },
  });

  app.get(mediaPath('chapters'), {
    ...CACHED_ROUTE,
    schema: { params: ChaptersFileParams, querystring: FileQuery },
    handler(request, reply) {
      const { episode } = request.params;
      const { token } = request.query;
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      if (token !== undefined) {
        return sendPersonal(request, reply, async () => {
          const { episodeId } = readEpisodeAddress(episode);
          return readChaptersFile(
            deps,
            await addressForSubscriber(deps.database, episodeId, token),
          );
        });
      }
      return sendAnswer(deps.answers, request, reply, {
        key: `chapters file ${episode}`,
        make: (sources) => {
          const readDeps = { ...deps, sources, viewer: request.actor };
          return readChaptersFile(readDeps, readEpisodeAddress(episode));
        },
      });
    },
  });
};
