import { AppError, buildPath, type Envelope, type Episode, PAGE_ROUTES } from 'earshot/contract';
import { readTime } from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Feature } from '../../feature.ts';
import { apiPath, sitePath } from '../../platform/http/paths.ts';
import { sayIn } from '../../platform/http/refusal.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Id } from '../../platform/http/schemas.ts';
import type { SendRefused } from './form-routes.ts';
import { callOwnApi } from './own-api.ts';

/** The comments on the page of an episode. */
const COMMENTS = '#comments';
const FORM_CHARACTERS_MAX = 10_000;

const text = (maxLength: number) => Type.String({ maxLength });

/** The forms that write and remove a comment without JavaScript. Both redirect to the page of the episode. */
export function addCommentForms(
  app: Parameters<Feature>[0],
  { config, sendRefused }: { config: Config; sendRefused: SendRefused },
): void {
  /** @throws AppError EPISODE_UNAVAILABLE */
  async function readEpisode(request: FastifyRequest, episodeId: number, key = '') {
    const path = apiPath('episode', config).replace(':episode_id', String(episodeId));
    const query = key && `?${new URLSearchParams({ key })}`;
    const answer = await callOwnApi(app, request, { method: 'GET', url: path + query });
    const found = answer.json<Envelope<{ episode: Episode }>>();
    if ('error' in found) throw new AppError('EPISODE_UNAVAILABLE');
    return found.response.episode;
  }

  /** Redirects a visitor to the login, and from there to the comments. */
  function askToLogIn(reply: FastifyReply, { site_url }: Episode) {
    const { pathname, search } = new URL(site_url);
    const query = new URLSearchParams({ redirect: pathname + search + COMMENTS });
    return reply.redirect(`${buildPath(PAGE_ROUTES, 'login')}?${query}`, 303);
  }

  app.post(sitePath('comment'), {
    schema: {
      hide: true,
      params: Type.Object({ episode_id: Id }),
      body: Type.Object({
        text: text(FORM_CHARACTERS_MAX),
        at: Type.Optional(text(20)), // in its usual form: `12:40`
        key: Type.Optional(text(100)),
      }),
    },
    async handler(request, reply) {
      const { episode_id } = request.params;
      const { text, at = '', key } = request.body;
      reply.header('Cache-Control', 'no-store');
      const episode = await readEpisode(request, episode_id, key);
      if (request.actor.userId === null) return askToLogIn(reply, episode);
      const refuse = (messages: string[], status: number) => {
        const { pathname, search } = new URL(episode.site_url);
        const values = { text, at };
        return sendRefused(request, reply, { url: pathname + search, values, messages, status });
      };
      const seconds = at.trim() === '' ? null : readTime(at.trim());
      if (seconds === undefined) {
        return refuse([sayIn(languageOf(request), { field: 'at', words: 'time_position' })], 400);
      }
      const answer = await callOwnApi(app, request, {
        method: 'POST',
        url: apiPath('messages', config).replace(':episode_id', String(episode_id)),
        payload: { text, at: seconds, ...(key ? { key } : {}) },
      });
      const written = answer.json<Envelope<unknown>>();
      if ('error' in written) return refuse(written.error.messages, answer.statusCode);
      return reply.redirect(episode.site_url + COMMENTS, 303);
    },
  });

  app.post(sitePath('comment_removal'), {
    schema: {
      hide: true,
      params: Type.Object({ episode_id: Id, message_id: Id }),
      body: Type.Object({ key: Type.Optional(text(100)) }),
    },
    async handler(request, reply) {
      const { episode_id, message_id } = request.params;
      const { key } = request.body;
      reply.header('Cache-Control', 'no-store');
      const episode = await readEpisode(request, episode_id, key);
      if (request.actor.userId === null) return askToLogIn(reply, episode);
      const url = apiPath('message', config)
        .replace(':episode_id', String(episode_id))
        .replace(':message_id', String(message_id));
      const answer = await callOwnApi(app, request, { method: 'DELETE', url });
      // A comment that is already gone counts as removed.
      const isGone = answer.statusCode < 400 || answer.statusCode === 404;
      if (!isGone) throw new AppError('FORBIDDEN');
      return reply.redirect(episode.site_url + COMMENTS, 303);
    },
  });
}
