import { AppError } from 'earshot/contract';
import { escapeHtml } from 'earshot/internal';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import {
  type Policy,
  protectPages,
  scriptHash,
  writePolicy,
} from '../../platform/http/security-headers.ts';

const STRIPE = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** https://docs.stripe.com/security/guide#content-security-policy */
function framePolicy(script: string, scriptUrl: string): Policy {
  const { origin } = new URL(scriptUrl);
  const stripe = STRIPE.includes(origin) ? STRIPE : [origin];
  return {
    'default-src': ["'none'"],
    'script-src': [scriptHash(script), ...stripe],
    'frame-src': [...stripe, 'https://hooks.stripe.com'],
    'connect-src': [...stripe, 'https://api.stripe.com'],
    'img-src': [...stripe, 'https://*.stripe.com', 'data:'],
    'style-src': ["'unsafe-inline'"], // Stripe's script sets styles of its field
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
  };
}

/**
 * The frame around Stripe's card field: the only page that loads Stripe's script, so that the pages of the site stay free
 * of it, and the player plays on.
 */
export const cardFrameRoute: Feature = async (app, { config: { payments }, renderers }) => {
  const { cardFrameScript } = renderers;
  if (payments === null) {
    app.get(sitePath('card_frame'), {
      schema: { hide: true },
      async handler() {
        throw new AppError('NOT_CONFIGURED');
      },
    });
    return;
  }
  protectPages(app, {
    'Content-Security-Policy': writePolicy(framePolicy(cardFrameScript, payments.scriptUrl)),
    'X-Frame-Options': 'SAMEORIGIN',
  });
  const html =
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title>` +
    `<meta name="robots" content="noindex"><style>body{margin:0;padding:14px 0}</style>` +
    `<div id="card"></div><script src="${escapeHtml(payments.scriptUrl)}"></script>` +
    `<script>${cardFrameScript}</script></html>`;
  app.get(sitePath('card_frame'), {
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(html),
  });
};
