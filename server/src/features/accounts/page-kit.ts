import { AppError, ERRORS } from 'earshot/contract';
import { OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import { handleErrorInWords } from '../../platform/http/error-handler.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { translateMessage } from '../../platform/http/translate-message.ts';
import { type Field, type Frame, type Page, renderPage } from './page.ts';
import { textIn } from './texts.ts';

type TextKey = Parameters<typeof textIn>[1];
export type Text = (key: TextKey) => string;

const Short = Type.String({ maxLength: 1_000 });

/** What the address of such a page, and its form, may carry. */
export const LinkQuery = Type.Object({ token: Type.Optional(Short) });
export const PageBody = Type.Object({
  token: Type.Optional(Short),
  email: Type.Optional(Short),
  name: Type.Optional(Short),
  password: Type.Optional(Short),
  terms: Type.Optional(Short),
  invite: Type.Optional(Short),
});

export interface Submission {
  title: TextKey;
  /** The page for a link that is dead. */
  dead: () => Promise<FastifyReply> | FastifyReply;
  /** Does the work of the form. */
  work: (text: Text) => Promise<FastifyReply>;
  /** Better words for an error. */
  wordsOf?: (message: string, text: Text) => string | null;
  /** The form as it comes back with an error. */
  form?: (text: Text) => Page['form'];
}

export type PageKit = ReturnType<typeof createPageKit>;

/** Sends the small pages of accounts, each in the language of its reader. */
export function createPageKit({ config, renderers }: Pick<FeatureDeps, 'config' | 'renderers'>) {
  // Administrators may change the name while the host runs.
  const frame = (): Frame => ({
    productName: config.productName,
    home: `${config.siteUrl}/`,
    sheet: renderers.assetUrl('site.css'),
    font: renderers.assetUrl('figtree.woff2'),
    mark: renderers.assetUrl('mark.svg'),
  });
  const textFor = (request: FastifyRequest): Text => {
    return (key) => textIn(languageOf(request), key, { product: config.productName });
  };

  const home = (text: Text) => ({ href: `${config.siteUrl}/`, text: text('to_home') });

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, ...page }: Omit<Page, 'language'> & { status?: number },
  ): FastifyReply {
    return reply
      .code(status)
      .headers({ 'Cache-Control': 'no-store', Vary: 'Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(renderPage({ language: languageOf(request), ...page }, frame()));
  }

  function sendDead(request: FastifyRequest, reply: FastifyReply, dead: TextKey): FastifyReply {
    const text = textFor(request);
    return send(request, reply, { status: 404, title: text(dead), link: home(text) });
  }

  /** A refused field brings the form back, with what is wrong. */
  async function submit(
    request: FastifyRequest,
    reply: FastifyReply,
    { title, dead, work, wordsOf = newPassword, form }: Submission,
  ): Promise<FastifyReply> {
    const text = textFor(request);
    try {
      return await work(text);
    } catch (error) {
      if (!(error instanceof AppError) || error.code >= 500) throw error;
      const [message = ''] = error.messages;
      if (message.startsWith('token: ')) return dead();
      return send(request, reply, {
        status: error.code,
        title: text(title),
        error: translateMessage(wordsOf(message, text) ?? message, languageOf(request)),
        ...(form && { form: form(text) }),
      });
    }
  }

  const errorHandler = handleErrorInWords(async (reason, request) => {
    const language = languageOf(request);
    const title = translateMessage(ERRORS[reason].message, language);
    const link = home(textFor(request));
    return renderPage({ language, title, link }, frame());
  });

  return { textFor, home, send, sendDead, submit, errorHandler };
}

const newPassword = (message: string, text: Text) =>
  message.startsWith('password: ') ? text('password_hint') : null;

export const tokenField = (token: string): Field => ({
  name: 'token',
  type: 'hidden',
  label: '',
  value: token,
});

export const emailField = (text: Text, value?: string): Field => ({
  name: 'email',
  type: 'email',
  label: text('email'),
  autocomplete: 'email',
  value,
});

export const nameField = (text: Text, value?: string): Field => ({
  name: 'name',
  type: 'text',
  label: text('name'),
  autocomplete: 'name',
  value,
});

export const passwordField = (text: Text): Field => ({
  name: 'password',
  type: 'password',
  label: text('password'),
  hint: text('password_hint'),
  autocomplete: 'new-password',
});

/** For a password that its owner knows already. */
export const ownPasswordField = (text: Text): Field => ({
  name: 'password',
  type: 'password',
  label: text('password'),
  autocomplete: 'current-password',
});

export const termsField = (text: Text): Field => ({
  name: 'terms',
  type: 'checkbox',
  label: text('accept_terms'),
  links: {
    terms: { href: OWN_SITE_ROUTES.terms, text: text('terms_link') },
    privacy: { href: OWN_SITE_ROUTES.privacy, text: text('privacy_link') },
  },
});
