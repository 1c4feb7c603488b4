import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { findHelp, readIndex, readMarkdown } from './documents.ts';

const AN_HOUR = 'public, max-age=3600';

/** The documents of Earshot for programs. The site has a page for each. */
export const documentRoutes: Feature = async (app, { config: { siteUrl } }) => {
  app.get(sitePath('llms'), async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', AN_HOUR)
      .send(present(await readIndex(siteUrl))),
  );

  app.get(sitePath('markdown'), {
    schema: { params: Type.Object({ document: Type.String() }) },
    handler: async ({ params }, reply) =>
      reply
        .type('text/markdown; charset=utf-8')
        .header('Cache-Control', AN_HOUR)
        .send(present(await readMarkdown(params.document))),
  });

  app.get(sitePath('help'), {
    schema: { params: Type.Object({ reason: Type.String() }) },
    handler: async ({ params }, reply) =>
      reply.redirect(siteUrl + (await findHelp(params.reason)), 302),
  });
};

function present(text: string | null): string {
  if (text === null) throw new AppError('NOT_FOUND');
  return text;
}
