import type { API_ROUTES, Envelope } from 'earshot/contract';
import { ALL_SITE_ROUTES, addressAfterLogin, SIGN_IN_PAGES } from 'earshot-site/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import { apiPath, sitePath } from '../../platform/http/paths.ts';
import { callOwnApi } from './own-api.ts';

const Fields = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 10_000 }));

interface SiteForm {
  page: keyof typeof ALL_SITE_ROUTES;
  /** The API route that does the work. */
  api: keyof typeof API_ROUTES;
  method?: 'DELETE';
  /** The page with the form, if it has another address. */
  shownAt?: string;
  /** The next page. */
  next?: string;
}

/** The site's forms that change the session cookie. */
const FORMS: readonly SiteForm[] = [
  { page: 'login', api: 'login' },
  { page: 'signup', api: 'signup' },
  { page: 'logout', api: 'logout' },
  {
    page: 'account_delete',
    api: 'user',
    method: 'DELETE',
    shownAt: ALL_SITE_ROUTES.settings,
    next: ALL_SITE_ROUTES.account_deleted,
  },
];

/** Shows the page of a form again, with the errors. */
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
 * A form works without JavaScript: it redirects to the next page, or returns with the errors. A script that requests
 * JSON gets the answer of the API. Both get the cookie, which an API on another host could not set for the site.
 */
export function addFormRoutes(app: FastifyInstance, { config, sendRefused }: FormPages): void {
  for (const { page, api, method = 'POST', shownAt, next } of FORMS) {
    app.post(sitePath(page), {
      schema: {
        hide: true,
        body: Fields,
        querystring: Type.Object({ redirect: Type.Optional(Type.String()) }),
      },
      async handler(request, reply) {
        const values = { ...(request.body as Record<string, string>) };
        const { redirect } = request.query as { redirect?: string };
        const answer = await callOwnApi(app, request, {
          method,
          url: apiPath(api, config).replace(':user_id', String(request.actor.userId ?? 0)),
          // In a form, the API reads `true` as a boolean. In JSON it would be a text.
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
        if (page === 'login' && envelope.error.messages[0]?.startsWith('code: ')) {
          const after = new URLSearchParams({ redirect: redirect ?? '' });
          return reply.redirect(`${SIGN_IN_PAGES.login_code}?${after}`, 303);
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
    });
  }
}
