import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from 'earshot/contract';
import type { PlainPage } from 'earshot-site/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { FeatureDeps } from '../../feature.ts';
import { handleErrorInWords } from '../../platform/http/error-handler.ts';
import { ASSETS } from '../../platform/http/paths.ts';
import { messagesIn, Refusal } from '../../platform/http/refusal.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { type Policy, protectPages, writePolicy } from '../../platform/http/security-headers.ts';

const Short = Type.String({ maxLength: 1_000 });

/** The parameters of a page without scripts, and the fields of its form. */
export const LinkQuery = Type.Object({ token: Type.Optional(Short), access: Type.Optional(Short) });
export const PageBody = Type.Object({
  token: Type.Optional(Short),
  email: Type.Optional(Short),
  name: Type.Optional(Short),
  password: Type.Optional(Short),
  code: Type.Optional(Short),
  terms: Type.Optional(Short),
  invite: Type.Optional(Short),
  access: Type.Optional(Short),
  key: Type.Optional(Short),
});

/** Files of the site's design. Nothing else loads, runs or frames the pages; forms go to this site. */
const pagePolicy = (widgetUrl: string): Policy => {
  const assets = widgetUrl + ASSETS;
  return {
    'default-src': ["'none'"],
    'style-src': [assets],
    'font-src': [assets],
    'img-src': [assets],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  };
};

export interface Submission {
  /** Does the work of the form. */
  work(): Promise<FastifyReply>;
  /** Answers a link that is dead. */
  dead(): Promise<FastifyReply> | FastifyReply;
  /** The page of the form, with what is wrong. */
  refused(messages: readonly string[]): PlainPage;
}

/** True if the link or the sign-in of a form was used already, or is too old. */
const isOfDeadLink = (error: AppError): boolean =>
  error.messages[0]?.startsWith('token: ') ||
  (error instanceof Refusal && error.said[0]?.words === 'sign_in_used');

/** Sends pages without scripts in the language of the reader, and protects the HTML of these routes. */
export function setUpPlainPages(app: FastifyInstance, { widgetUrl }: Pick<Config, 'widgetUrl'>) {
  protectPages(app, {
    'Content-Security-Policy': writePolicy(pagePolicy(widgetUrl)),
    'X-Frame-Options': 'DENY',
    // The address holds a secret. `no-referrer` would make browsers hide the origin of the form as well.
    'Referrer-Policy': 'same-origin',
  });

  function send(request: FastifyRequest, reply: FastifyReply, page: PlainPage): FastifyReply {
    return reply
      .headers({ 'Cache-Control': 'no-store', Vary: 'Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(app.writePlainPage(page, languageOf(request)));
  }

  async function submit(
    request: FastifyRequest,
    reply: FastifyReply,
    { work, dead, refused }: Submission,
  ): Promise<FastifyReply> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code >= 500) throw error;
      if (isOfDeadLink(error)) return dead();
      const messages = messagesIn(languageOf(request), error);
      return send(request, reply.code(error.code), refused(messages));
    }
  }

  const errorHandler = handleErrorInWords(async (reason, request) => {
    const language = languageOf(request);
    const [message = ''] = messagesIn(language, new AppError(reason));
    return app.writePlainPage({ page: 'error', message }, language);
  });

  return { send, submit, errorHandler };
}

/** The routes of such a page. */
export type PlainPageFeature = FastifyPluginAsyncTypebox<
  FeatureDeps & { pages: ReturnType<typeof setUpPlainPages> }
>;
