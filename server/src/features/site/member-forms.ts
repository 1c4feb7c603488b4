import {
  AppError,
  buildPath,
  type Envelope,
  type Episode,
  type ErrorReason,
  PAGE_ROUTES,
  type RouteParams,
} from 'earshot/contract';
import { readTime } from 'earshot/internal';
import {
  ALL_PAGE_ROUTES,
  FLASH_COOKIE,
  FLASH_COOKIE_LIFETIME_S,
  isCookieDomain,
  type Mark,
  ownAddress,
} from 'earshot-site/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Feature } from '../../feature.ts';
import { apiPrefix, SERVED_ROUTES, sitePath } from '../../platform/http/paths.ts';
import { sayIn } from '../../platform/http/refusal.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Id, UserName } from '../../platform/http/schemas.ts';
import { FLASH_NAME, withDismissed } from '../flash-messages/flash-messages.ts';
import type { FormPages } from './form-routes.ts';
import { callOwnApi } from './own-api.ts';

/** The comments on the page of an episode. */
const COMMENTS = '#comments';
const FORM_CHARACTERS_MAX = 10_000;

const text = (maxLength: number) => Type.String({ maxLength });
const Key = Type.Optional(text(100));

const BlockForm = Type.Object({
  /** Permalink of the other user. */
  user: UserName,
  /** Present on the form of the settings, to which it returns. Other forms return to the page of the user. */
  from: Type.Optional(Type.Literal('settings')),
});

/** Calls the API as the visitor. */
function createCall(app: FastifyInstance, { apiUrl }: Config) {
  return (
    request: FastifyRequest,
    [method, name, params]: [
      'GET' | 'PUT' | 'POST' | 'DELETE',
      keyof typeof SERVED_ROUTES,
      RouteParams,
    ],
    { query = '', payload }: { query?: string; payload?: object } = {},
  ) => {
    const url = apiPrefix(apiUrl) + buildPath(SERVED_ROUTES, name, params) + query;
    return callOwnApi(app, request, { method, url, ...(payload && { payload }) });
  };
}

type Call = ReturnType<typeof createCall>;

/** @throws AppError EPISODE_UNAVAILABLE */
async function readEpisode(call: Call, request: FastifyRequest, episode_id: number, key = '') {
  const query = key && `?${new URLSearchParams({ key })}`;
  const answer = await call(request, ['GET', 'episode', { episode_id }], { query });
  const found = answer.json<Envelope<{ episode: Episode }>>();
  if ('error' in found) throw new AppError('EPISODE_UNAVAILABLE');
  return found.response.episode;
}

/**
 * The path of the page of a thing.
 * @throws AppError NOT_FOUND, EPISODE_UNAVAILABLE
 */
async function readAddress(call: Call, request: FastifyRequest, kind: Mark['kind'], id: number) {
  const answer = await call(request, ['GET', kind, { [`${kind}_id`]: id }]);
  const found = answer.json<Envelope<Record<string, { site_url: string }>>>();
  if ('error' in found) throw new AppError(found.error.reason as ErrorReason);
  return new URL(found.response[kind]?.site_url ?? '').pathname;
}

/** The login, which redirects to this address. */
const logInFirst = (redirect: string) =>
  `${buildPath(PAGE_ROUTES, 'login')}?${new URLSearchParams({ redirect })}`;

function commentsAddress({ site_url }: Episode): string {
  const { pathname, search } = new URL(site_url);
  return pathname + search + COMMENTS;
}

/** The forms that write and remove a comment without JavaScript. Both redirect to the page of the episode. */
export function addCommentForms(
  app: Parameters<Feature>[0],
  { config, sendRefused }: FormPages,
): void {
  const call = createCall(app, config);

  app.post(sitePath('comment'), {
    schema: {
      hide: true,
      params: Type.Object({ episode_id: Id }),
      body: Type.Object({
        text: text(FORM_CHARACTERS_MAX),
        at: Type.Optional(text(20)), // in its usual form: `12:40`
        key: Key,
      }),
    },
    async handler(request, reply) {
      const { episode_id } = request.params;
      const { text, at = '', key } = request.body;
      reply.header('Cache-Control', 'no-store');
      const episode = await readEpisode(call, request, episode_id, key);
      const address = commentsAddress(episode);
      if (request.actor.userId === null) return reply.redirect(logInFirst(address), 303);
      const url = address.slice(0, -COMMENTS.length);
      const refuse = (messages: string[], status: number) =>
        sendRefused(request, reply, { url, values: { text, at }, messages, status });
      const seconds = at.trim() === '' ? null : readTime(at.trim());
      if (seconds === undefined) {
        return refuse([sayIn(languageOf(request), { field: 'at', words: 'time_position' })], 400);
      }
      const payload = { text, at: seconds, ...(key ? { key } : {}) };
      const answer = await call(request, ['POST', 'messages', { episode_id }], { payload });
      const written = answer.json<Envelope<unknown>>();
      if ('error' in written) return refuse(written.error.messages, answer.statusCode);
      return reply.redirect(episode.site_url + COMMENTS, 303);
    },
  });

  app.post(sitePath('comment_removal'), {
    schema: {
      hide: true,
      params: Type.Object({ episode_id: Id, message_id: Id }),
      body: Type.Object({ key: Key }),
    },
    async handler(request, reply) {
      const { params, body, actor } = request;
      reply.header('Cache-Control', 'no-store');
      const episode = await readEpisode(call, request, params.episode_id, body.key);
      if (actor.userId === null) return reply.redirect(logInFirst(commentsAddress(episode)), 303);
      const { statusCode } = await call(request, ['DELETE', 'message', params]);
      // A comment that is already gone counts as removed.
      if (statusCode >= 400 && statusCode !== 404) throw new AppError('FORBIDDEN');
      return reply.redirect(episode.site_url + COMMENTS, 303);
    },
  });
}

/** Buttons that work without JavaScript. They redirect to a page. */
export function addButtonForms(app: Parameters<Feature>[0], config: Config): void {
  const call = createCall(app, config);

  /** Likes, follows, or takes it back, and redirects to the page of the thing. Visitors go to the login first. */
  app.post(sitePath('mark'), {
    schema: {
      hide: true,
      params: Type.Object({ kind: Type.Enum(['episode', 'show', 'user']), id: Id }),
      body: Type.Object({ on: Type.Boolean() }),
    },
    async handler(request, reply) {
      const { kind, id } = request.params;
      const { userId } = request.actor;
      reply.header('Cache-Control', 'no-store');
      const address = await readAddress(call, request, kind, id);
      if (userId === null) {
        const like = () => buildPath(ALL_PAGE_ROUTES, 'like', { episode_id: id });
        return reply.redirect(logInFirst(kind === 'episode' ? like() : address), 303);
      }
      const answer = await call(request, [
        request.body.on ? 'PUT' : 'DELETE',
        ...(kind === 'episode'
          ? (['like', { user_id: userId, episode_id: id }] as const)
          : ([`follow_${kind}`, { follower_id: userId, followed_id: id }] as const)),
      ]);
      const envelope = answer.json<Envelope<unknown>>();
      if ('error' in envelope) throw new AppError(envelope.error.reason as ErrorReason);
      return reply.redirect(address, 303);
    },
  });

  /** Closes a message of the host, and redirects to the page that showed it. */
  app.post(sitePath('flash_dismissal'), {
    schema: { hide: true, params: Type.Object({ name: Type.String() }), body: Type.Object({}) },
    async handler(request, reply) {
      const { name } = request.params;
      if (!FLASH_NAME.test(name)) throw new AppError('NOT_FOUND');
      const { userId } = request.actor;
      if (userId === null) {
        reply.setCookie(FLASH_COOKIE, withDismissed(request.cookies[FLASH_COOKIE], name), {
          path: '/',
          sameSite: 'lax',
          secure: config.siteUrl.startsWith('https:'),
          maxAge: FLASH_COOKIE_LIFETIME_S,
          ...(isCookieDomain(config.domain) ? { domain: config.domain } : {}),
        });
      } else await call(request, ['DELETE', 'user_flash_message', { user_id: userId, name }]);
      const back = ownAddress(request.headers.referer, config.siteUrl) ?? '/';
      return reply.header('Cache-Control', 'no-store').redirect(back, 303);
    },
  });

  // For a visitor they do nothing.
  for (const [page, method] of [
    ['block_user', 'PUT'],
    ['unblock_user', 'DELETE'],
  ] as const) {
    app.post(sitePath(page), {
      schema: { hide: true, body: BlockForm },
      async handler(request, reply) {
        const { user, from } = request.body;
        const { userId } = request.actor;
        reply.header('Cache-Control', 'no-store');
        if (userId !== null) {
          const params = { user_permalink: userId, blocked_permalink: user };
          const payload = method === 'PUT' ? { payload: {} } : {};
          const answer = await call(request, [method, 'block', params], payload);
          const envelope = answer.json<Envelope<unknown>>();
          if ('error' in envelope) throw new AppError(envelope.error.reason as ErrorReason);
        }
        const next =
          from === 'settings'
            ? `${buildPath(ALL_PAGE_ROUTES, 'settings')}#settings-blocked`
            : buildPath(PAGE_ROUTES, 'user', { permalink: user });
        return reply.redirect(next, 303);
      },
    });
  }
}
