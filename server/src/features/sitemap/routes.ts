import { Readable } from 'node:stream';
import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { NOT_FOR_CDN } from '../../platform/cache/cdn-headers.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { readRobots } from './robots.ts';
import { readPart, writeIndex, writePart } from './sitemap.ts';

const XML = 'text/xml; charset=utf-8';
const AN_HOUR = { 'Cache-Control': 'public, max-age=3600', ...NOT_FOR_CDN };

/** The rules for programs that collect pages, and the addresses of all public pages for search engines. */
export const sitemapRoutes: Feature = async (app, deps) => {
  app.get(sitePath('robots'), async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await readRobots(deps.config)),
  );

  app.get(sitePath('sitemap'), {
    config: { limit: 'sitemap' },
    handler: async (_request, reply) =>
      reply
        .type(XML)
        .headers(AN_HOUR)
        .send(await deps.answers.read(() => writeIndex(deps))),
  });

  app.get(sitePath('sitemap_part'), {
    config: { limit: 'sitemap' },
    schema: { params: Type.Object({ part: Type.String() }) },
    async handler(request, reply) {
      const part = readPart(request.params.part);
      if (!part) throw new AppError('NOT_FOUND');
      const body = Readable.from(writePart(deps, part), { objectMode: false });
      return reply.type(XML).headers(AN_HOUR).send(body);
    },
  });
};
