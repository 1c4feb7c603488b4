import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath, mediaPath } from '../../platform/http/paths.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { Created } from '../../platform/http/schemas.ts';
import { GUARDED, sendMedia } from '../../platform/http/send-file.ts';
import { EpisodeInPath, readEpisodeAddress } from '../episodes/episodes.ts';
import { createPlaybackToken, type GuardedAudio, openForReader, openForToken } from './playback.ts';

const GrantBody = Type.Object({ grant_type: Type.Optional(Type.String({ maxLength: 50 })) });
const GrantQuery = Type.Object(GrantBody.properties);
const SsoAnswer = Type.Object({
  sso: Type.Object({ token: Type.String(), expires_at: Type.String() }),
});

const AudioParams = Type.Object({ episode: EpisodeInPath });
const AudioQuery = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 500 })),
  key: Type.Optional(Type.String({ maxLength: 100 })),
});

interface Opened {
  episodeId: number;
  audio: GuardedAudio;
}

/** Restricted audio, and the tokens that open it. */
export const playbackRoutes: Feature = async (app, { config, database, store }) => {
  app.post(apiPath('sso', config), {
    config: { action: 'playback.ask', idempotent: false },
    schema: {
      summary: 'Makes a playback token',
      querystring: GrantQuery,
      body: GrantBody,
      response: Created(SsoAnswer),
    },
    async handler({ actor, query, body }, reply) {
      if ((query.grant_type ?? body.grant_type) !== 'playback') {
        throw invalid('grant_type', 'exact', { value: 'playback' });
      }
      const sso = await createPlaybackToken(database, actor.userId ?? 0);
      reply.header('Cache-Control', 'no-store');
      return { response: { sso } };
    },
  });

  const schema = { params: AudioParams, querystring: AudioQuery };

  app.get(mediaPath('play'), {
    schema,
    async handler(request, reply) {
      const address = readEpisodeAddress(request.params.episode, request.query.key);
      return send(request, reply, {
        episodeId: address.episodeId,
        audio: await openForReader(database, address, request.actor),
      });
    },
  });

  app.get(mediaPath('ondemand'), {
    schema,
    async handler(request, reply) {
      const address = readEpisodeAddress(request.params.episode, request.query.key);
      return send(request, reply, {
        episodeId: address.episodeId,
        audio: await openForToken(database, address, request.query.token),
      });
    },
  });

  async function send(request: FastifyRequest, reply: FastifyReply, { episodeId, audio }: Opened) {
    const sha256 = 'sha256' in audio ? audio.sha256 : null;
    const passage = app.admitAudio && (await app.admitAudio(request));
    app.audioLog.note(request, reply, { sha256, episodeId, isForPlayers: true });
    if ('sha256' in audio) {
      return sendMedia(request, reply, { store, ...audio, ...GUARDED, passage });
    }
    return reply.header('Cache-Control', GUARDED.cacheControl).redirect(audio.url, 302);
  }
};
