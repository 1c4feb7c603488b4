import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature, ReadDeps } from '../../feature.ts';
import { requireMatch, sendTag } from '../../platform/cache/require-match.ts';
import {
  CACHED_ROUTE,
  sendAnswer,
  sendJson,
  sendPersonal,
} from '../../platform/cache/send-answer.ts';
import { endUnreadBodies } from '../../platform/http/end-unread-bodies.ts';
import { apiPath, mediaPath } from '../../platform/http/paths.ts';
import { DONE, Done, Success } from '../../platform/http/schemas.ts';
import { EpisodeParams, FileQuery, readEpisodeAddress } from '../episodes/episodes.ts';
import { addressForSubscriber } from '../subscribers/subscribers.ts';
import { acceptTranscripts, receiveTranscript } from './receive-transcript.ts';
import {
  NewTranscriptAnswer,
  NewTranscriptQuery,
  TRANSCRIPT_BODIES,
  TranscriptAnswer,
  TranscriptFileParams,
  TranscriptQuery,
} from './schema.ts';
import {
  findTranscript,
  getTranscript,
  readTranscriptFile,
  removeTranscript,
  saveTranscript,
} from './transcripts.ts';

const AS_READ = Success(TranscriptAnswer)[200];

/** The transcript of an episode, and its files in each format. */
export const transcriptRoutes: Feature = async (app, deps) => {
  const path = apiPath('episode_transcript', deps.config);
  const params = EpisodeParams;

  /** Refuses a change of a version that the client has not read. */
  const checkFor =
    (request: FastifyRequest, reply: FastifyReply, episodeId: number) => (locked: ReadDeps) =>
      requireMatch(request, reply, {
        schema: AS_READ,
        read: async () => ({ transcript: await findTranscript(locked, { episodeId, key: null }) }),
      });

  app.get(path, {
    ...CACHED_ROUTE,
    config: { action: 'episode.read' },
    schema: {
      summary: 'The transcript of an episode',
      params,
      querystring: TranscriptQuery,
      response: Success(TranscriptAnswer),
    },
    handler(request, reply) {
      const { key = null, optional = false } = request.query;
      const address = { episodeId: request.params.episode_id, key };
      const read = optional ? findTranscript : getTranscript;
      return sendJson(deps.answers, request, reply, {
        key: `transcript ${address.episodeId} ${optional} ${key}`,
        read: async (sources) => ({
          transcript: await read({ ...deps, sources, viewer: request.actor }, address),
        }),
      });
    },
  });

  const sending: FastifyPluginAsyncTypebox = async (scope) => {
    endUnreadBodies(scope);
    await acceptTranscripts(scope);
    scope.put(path, {
      config: { action: 'episode.edit', rawBody: true, file: 'file' },
      schema: {
        summary: 'Sets the transcript of an episode',
        description:
          'WebVTT, SubRip, JSON of Podcasting 2.0 or plain text. It is served in all formats.',
        params,
        querystring: NewTranscriptQuery,
        body: TRANSCRIPT_BODIES,
        response: Success(NewTranscriptAnswer),
      },
      async handler(request, reply) {
        const episodeId = request.params.episode_id;
        const { language = request.query.language, ...sent } = await receiveTranscript(request);
        const check = checkFor(request, reply, episodeId);
        const viewerDeps = { ...deps, viewer: request.actor };
        const response = await saveTranscript(viewerDeps, episodeId, { ...sent, language, check });
        sendTag(reply, { transcript: response.transcript }, AS_READ);
        return { response };
      },
    });
  };
  await app.register(sending);

  app.delete(path, {
    config: { action: 'episode.edit' },
    schema: { summary: 'Removes the transcript of an episode', params, response: Done },
    async handler(request, reply) {
      const { episode_id } = request.params;
      const check = checkFor(request, reply, episode_id);
      await removeTranscript({ ...deps, viewer: request.actor }, episode_id, { check });
      sendTag(reply, { transcript: null }, AS_READ);
      return DONE;
    },
  });

  app.get(mediaPath('transcript'), {
    ...CACHED_ROUTE,
    schema: { params: TranscriptFileParams, querystring: FileQuery },
    handler(request, reply) {
      const { episode, format } = request.params;
      const { token } = request.query;
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      if (token !== undefined) {
        return sendPersonal(request, reply, async () => {
          const { episodeId } = readEpisodeAddress(episode);
          const address = await addressForSubscriber(deps.database, episodeId, token);
          return readTranscriptFile(deps, address, format);
        });
      }
      return sendAnswer(deps.answers, request, reply, {
        key: `transcript file ${episode} ${format}`,
        make: (sources) => {
          const readDeps = { ...deps, sources, viewer: request.actor };
          return readTranscriptFile(readDeps, readEpisodeAddress(episode), format);
        },
      });
    },
  });
};
