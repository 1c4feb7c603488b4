import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Transcript } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Feature, ReadDeps } from '../../feature.ts';
import { requireMatch, sendTag } from '../../platform/cache/require-match.ts';
import {
  CACHED_ROUTE,
  sendAnswer,
  sendJson,
  sendPersonal,
} from '../../platform/cache/send-answer.ts';
import { apiPath, mediaPath } from '../../platform/http/paths.ts';
import { DONE, Done, type IsSame, Nullable, Success } from '../../platform/http/schemas.ts';
import { TRANSCRIPT_BYTES_MAX } from '../../platform/transcripts/read-transcript.ts';
import {
  EpisodeInPath,
  EpisodeParams,
  FileQuery,
  readEpisodeAddress,
} from '../episodes/episodes.ts';
import { addressForSubscriber } from '../subscribers/subscribers.ts';
import { acceptTranscripts, receiveTranscript } from './receive-transcript.ts';
import {
  findTranscript,
  getTranscript,
  readTranscriptFile,
  removeTranscript,
  saveTranscript,
} from './transcripts.ts';

const TranscriptSchema = Type.Object({
  language: Nullable(Type.String()),
  cues: Type.Integer(),
  version: Nullable(Type.String({ examples: ['5f1b2c9e0d7a4c3e8b6f1a2d3c4e5f60'] })),
  files: Type.Array(
    Type.Object({
      type: Type.String({ examples: ['text/vtt'] }),
      url: Type.String({ examples: ['https://pod.example/media/episodes/1/transcript.vtt'] }),
    }),
  ),
});
true satisfies IsSame<Static<typeof TranscriptSchema>, Transcript>;

const TranscriptAnswer = Type.Object({
  transcript: Type.Union([TranscriptSchema, Type.Null()]),
});

/** With the lines that are wrong, and could be left out. */
const NewTranscriptAnswer = Type.Object({
  transcript: TranscriptSchema,
  problems: Type.Array(
    Type.String({ examples: ['line 5: must be a time such as 00:01:02.000 --> 00:01:05.500'] }),
  ),
});

const TranscriptQuery = Type.Object({
  key: Type.Optional(Type.String()),
  /** `true`: an episode without a transcript answers null instead of 404. */
  optional: Type.Optional(Type.Boolean()),
});

const Language = Type.Optional(Type.String({ maxLength: 35 }));
const Neutral = Type.Optional(Type.String());
/** The route reads its body itself, so only the schema refuses unknown fields. */
const NewTranscriptQuery = Type.Object(
  { culture: Neutral, c: Neutral, escape: Neutral, v: Neutral, language: Language },
  { additionalProperties: false },
);

const VTT = 'WEBVTT\n\n00:00.000 --> 00:02.500\n<v Ada>I have rung that bell.\n';
const SRT = '1\n00:00:00,000 --> 00:00:02,500\nI have rung that bell.\n';
const Segment = Type.Object({
  speaker: Type.Optional(Type.String()),
  startTime: Type.Number(),
  endTime: Type.Number(),
  body: Type.String(),
});
const SEGMENT = { speaker: 'Ada', startTime: 0, endTime: 2.5, body: 'I have rung that bell.' };

const file = (example: string) =>
  Type.String({ maxLength: TRANSCRIPT_BYTES_MAX, examples: [example] });
const content = (schemas: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));

/** The accepted bodies. The route reads all of them itself. */
const TRANSCRIPT_BODIES = {
  content: content({
    'multipart/form-data': Type.Object(
      { file: Type.Optional(Type.String({ format: 'binary' })), language: Language },
      { additionalProperties: false },
    ),
    'text/vtt': file(VTT),
    'application/x-subrip': file(SRT),
    'application/json': Type.Object(
      { version: Type.Optional(Type.String()), segments: Type.Array(Segment) },
      { examples: [{ version: '1.0.0', segments: [SEGMENT] }] },
    ),
    'text/plain': file('I have rung that bell.'),
  }),
};

const TranscriptFileParams = Type.Object({
  episode: EpisodeInPath,
  format: Type.Enum(['vtt', 'srt', 'json', 'txt'], { type: 'string' }),
});

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
