import type { Feature } from '../../feature.ts';
import { attachment } from '../../platform/http/content-disposition.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { findArchive } from './deletion-repository.ts';
import { findLink, useLink } from './email-links.ts';
import { createPageKit, LinkQuery, PageBody, tokenField } from './page-kit.ts';

/** Sends the archive of a deleted account. The link works until it was sent once to the end. */
export const archivePage: Feature = async (app, { config, database, renderers, store }) => {
  const { errorHandler, send, sendDead, textFor } = createPageKit({ config, renderers });
  const path = sitePath('account_archive');

  async function find(secret: string) {
    const link = await findLink(database, { purpose: 'archive', secret });
    return link?.user_id ? findArchive(database, link.user_id) : undefined;
  }

  app.get(
    path,
    { errorHandler, schema: { hide: true, querystring: LinkQuery } },
    async (request, reply) => {
      const { token = '' } = request.query;
      if (!(await find(token))) return sendDead(request, reply, 'archive_dead');
      const text = textFor(request);
      const form = { fields: [tokenField(token)], button: text('archive_button') };
      return send(request, reply, { title: text('archive_title'), form });
    },
  );

  app.post(
    path,
    {
      errorHandler,
      compress: false,
      config: { limit: 'login' },
      schema: { hide: true, body: PageBody },
    },
    async (request, reply) => {
      const { token = '' } = request.body;
      const archive = await find(token);
      if (!archive) return sendDead(request, reply, 'archive_dead');
      const body = await store.read(archive.sha256);
      // A download that breaks off must be possible again.
      reply.raw.once('finish', () => {
        useLink(database, { purpose: 'archive', secret: token }).catch((error) =>
          request.log.error(error),
        );
      });
      return reply
        .headers({
          'Cache-Control': 'no-store',
          'Content-Disposition': attachment(`${config.productName} ${archive.permalink}`, 'zip'),
        })
        .type('application/zip')
        .send(body);
    },
  );
};
