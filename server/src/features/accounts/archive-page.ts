import { attachment } from '../../platform/http/content-disposition.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { findArchive } from './deletion-repository.ts';
import { findLink, useLink } from './email-links.ts';
import { LinkQuery, PageBody, type PlainPageFeature } from './plain-pages.ts';

/** Sends the archive of a deleted account. The link works until one download is complete. */
export const archivePage: PlainPageFeature = async (app, { config, database, store, pages }) => {
  const path = sitePath('account_archive');

  async function find(secret: string) {
    const link = await findLink(database, { purpose: 'archive', secret });
    return link?.user_id ? findArchive(database, link.user_id) : undefined;
  }

  app.get(path, {
    schema: { hide: true, querystring: LinkQuery },
    async handler(request, reply) {
      const { token = '' } = request.query;
      return (await find(token))
        ? pages.send(request, reply, { page: 'archive', token })
        : pages.send(request, reply.code(404), { page: 'archive_dead' });
    },
  });

  app.post(path, {
    compress: false,
    config: { limit: 'login' },
    schema: { hide: true, body: PageBody },
    async handler(request, reply) {
      const { token = '' } = request.body;
      const archive = await find(token);
      if (!archive) return pages.send(request, reply.code(404), { page: 'archive_dead' });
      const body = await store.read(archive.sha256);
      // An interrupted download must be possible again.
      reply.raw.once('finish', () => {
        useLink(database, { purpose: 'archive', secret: token }).catch((error) =>
          request.log.error(error, 'An archive was downloaded, and its link still works.'),
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
  });
};
