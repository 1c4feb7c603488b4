import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from 'earshot/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { apiPath } from '../http/paths.ts';
import { protectPages, writePolicy } from '../http/security-headers.ts';

/** The files of Swagger UI that the page loads. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];
const FOLDER = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')),
  'static',
);
const CACHED_S = 86_400;

export interface ViewerOptions {
  config: { apiUrl: string; productName: string };
}

/** Serves a page for browsing the OpenAPI document, from files of this host alone. */
export async function serveViewer(app: FastifyInstance, { config }: ViewerOptions): Promise<void> {
  const { apiUrl, productName } = config;
  const { origin } = new URL(apiUrl);
  const about = { schema: { hide: true }, config: { action: 'api.read' }, compress: {} } as const;

  await app.register(async (scope) => {
    protectPages(scope, {
      'Content-Security-Policy': writePolicy({
        'default-src': ["'none'"],
        'script-src': [`${apiUrl}/docs/`],
        'style-src': [`${apiUrl}/docs/`, "'unsafe-inline'"], // the viewer has `style` attributes
        'img-src': ['data:'],
        'connect-src': [origin],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
      }),
      'X-Frame-Options': 'DENY',
    });

    scope.get(apiPath('docs', config), about, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(pageOf(apiUrl, productName)),
    );

    const params = Type.Object({ file: Type.String() });
    scope.get<{ Params: { file: string } }>(apiPath('docs_file', config), {
      ...about,
      schema: { hide: true, params },
      async handler({ params: { file } }, reply) {
        reply.header('Cache-Control', `public, max-age=${CACHED_S}`);
        if (file === 'start.js') {
          return reply.type('text/javascript; charset=utf-8').send(startScript(apiUrl));
        }
        if (!FILES.includes(file)) throw new AppError('NOT_FOUND');
        return reply.sendFile(file, FOLDER, { cacheControl: false });
      },
    });
  });
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function pageOf(apiUrl: string, productName: string): string {
  const at = escapeHtml(`${apiUrl}/docs`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(productName)} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at}/swagger-ui.css">
</head>
<body>
<div id="viewer"></div>
<script src="${at}/swagger-ui-bundle.js"></script>
<script src="${at}/start.js"></script>
</body>
</html>
`;
}

/** Without a validator, which would be on another host. */
function startScript(apiUrl: string): string {
  const options = {
    url: `${apiUrl}/openapi.json`,
    dom_id: '#viewer',
    deepLinking: true,
    validatorUrl: null,
    docExpansion: 'none',
  };
  return `SwaggerUIBundle(${JSON.stringify(options)});\n`;
}
