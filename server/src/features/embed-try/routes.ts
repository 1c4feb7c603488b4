import { escapeHtml, inlineJson } from 'earshot/internal';
import type { Feature, FeatureDeps } from '../../feature.ts';
import { ASSETS, widgetPath } from '../../platform/http/paths.ts';
import { anyHost, protectPages, writePolicy } from '../../platform/http/security-headers.ts';

const FIVE_MINUTES = 'public, max-age=300';

/** GET /embed/try is a page for developers, in English: it tries every option of an embed, and writes the code for it. */
export const embedTryRoutes: Feature = async (app, { config, renderers }) => {
  const { siteUrl, widgetUrl, apiUrl } = config;
  const assets = widgetUrl + ASSETS;
  const hosts = anyHost(siteUrl);
  protectPages(app, {
    'Content-Security-Policy': writePolicy({
      'default-src': ["'none'"],
      'script-src': [assets, widgetUrl + widgetPath('loader')],
      'style-src': [assets, "'unsafe-inline'"], // the previewed code has `style` attributes
      'font-src': [assets],
      'img-src': ['data:', ...hosts],
      'connect-src': [new URL(apiUrl).origin],
      'frame-src': [new URL(widgetUrl).origin],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
    }),
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
  });
  app.get(widgetPath('try'), async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', FIVE_MINUTES)
      .send(pageOf(config, renderers)),
  );
};

function pageOf(
  { productName, siteUrl, widgetUrl, apiUrl }: FeatureDeps['config'],
  { assetUrl }: Pick<FeatureDeps['renderers'], 'assetUrl'>,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(productName)} playground</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escapeHtml(assetUrl('playground.css'))}">
</head>
<body>
<div id="playground"><noscript>The playground needs JavaScript. Players work without it.</noscript></div>
<script type="application/json" id="data">${inlineJson({ productName, siteUrl, widgetUrl, apiUrl })}</script>
<script type="module" src="${escapeHtml(assetUrl('playground.js'))}"></script>
</body>
</html>`;
}
