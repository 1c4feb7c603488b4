import { resolveLanguage } from 'earshot/internal';
import type { Feature } from '../../feature.ts';
import { widgetPath } from '../../platform/http/paths.ts';
import { protectPages, scriptHash, writePolicy } from '../../platform/http/security-headers.ts';

const MAX_AGE_S = 86_400; // each page of a blog requests it again

/** GET /continue is the frame that remembers the playing episode for a blog. */
export const continuePageRoutes: Feature = async (app, { renderers }) => {
  protectPages(app, {
    'Content-Security-Policy': writePolicy({
      'default-src': ["'none'"],
      'script-src': [scriptHash(renderers.continueScript)],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
    }),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cross-Origin-Embedder-Policy': 'credentialless',
  });
  app.get(widgetPath('continue'), ({ headers }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', `public, max-age=${MAX_AGE_S}`)
      .header('Vary', 'Accept-Language')
      .send(renderers.renderContinuePage(resolveLanguage(headers['accept-language']))),
  );
};
