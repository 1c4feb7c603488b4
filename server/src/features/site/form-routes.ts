import type { API_ROUTES, Envelope } from 'earshot/contract';
import { addressAfterLogin, OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import { apiPath, sitePath } from '../../platform/http/paths.ts';
import { callOwnApi } from './own-api.ts';

const Fields = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 10_000 }));

interface SiteForm {
  page: keyof typeof OWN_SITE_ROUTES;
  /** The route of the API that does the work. */
  api: keyof typeof API_ROUTES;
  method?: 'DELETE';
  /** The page that shows the form, if it has another address. */
  shownAt?: string;
  /** The page that follows. */
  next?: string;
}

/** The forms of the site that change the cookie of the session. */
const FORMS: readonly SiteForm[] = [
  { page: 'login', api: 'login' },
  { page: 'signup', api: 'signup' },
  { page: 'logout', api: 'logout' },
  {
    page: 'account_delete',
    api: 'user',
    method: 'DELETE',
    shownAt: OWN_SITE_ROUTES.settings,
    next: OWN_SITE_ROUTES.account_deleted,
  },
];

/** Shows the page of a form again, with what is wrong. */
export type SendRefused = (
  request: FastifyRequest,
  reply: FastifyReply,
  form: { url: string; values: Record<string, string>; messages: string[]; status: number },
) => Promise<FastifyReply>;

export interface FormPages {
  config: Config;
  sendRefused: SendRefused;
}

/**
 * A form works without JavaScript: it leads to the next page, or comes back with what is wrong. A script that asks for JSON
 * gets the answer of the API. Both get the cookie, which an API on another host could not set for the site.
 */
export function addFormRoutes(app: FastifyInstance, { config, sendRefused }: FormPages): void {
  for (const { page, api, method = 'POST', shownAt, next } of FORMS) {
    app.post(
      sitePath(page),
      {
        schema: {
          hide: true,
          body: Fields,
          querystring: Type.Object({ redirect: Type.Optional(Type.String()) }),
        },
      },
      async (request, reply) => {
        const values = { ...(request.body as Record<string, string>) };
        const { redirect } = request.query as { redirect?: string };
        const answer = await callOwnApi(app, request, {
          method,
          url: apiPath(api, config).replace(':user_id', String(request.actor.userId ?? 0)),
          // Of a form, the API reads `true` as a truth. In JSON it would be a text.
          payload: String(new URLSearchParams(values)),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        const cookies = answer.headers['set-cookie'];
        if (cookies) reply.header('Set-Cookie', cookies);
        reply.header('Cache-Control', 'no-store');
        if (request.headers.accept?.includes('application/json')) {
          return reply.code(answer.statusCode).type('application/json').send(answer.body);
        }
        const envelope = answer.json<Envelope<unknown>>();
        if ('response' in envelope) {
          return reply.redirect(next ?? addressAfterLogin(redirect, config.siteUrl), 303);
        }
        const { password: _, ...shown } = values;
        const { messages } = envelope.error;
        const url = shownAt ?? request.url;
        return sendRefused(request, reply, {
          url,
          values: shown,
          messages,
          status: answer.statusCode,
        });
      },
    );
  }
}
