import { Type } from 'typebox';
import { FILE_TYPE } from '../../platform/http/body-parsers.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { LinkQuery, PageBody, type PlainPageFeature } from './plain-pages.ts';
import { endWeeklyMail, userOfUnsubscribe } from './unsubscribe-links.ts';

/**
 * Ends the weekly mail. Programs that scan mails open their links, so only the form ends it, or the request that a
 * mail program sends to the address itself (RFC 8058).
 */
export const unsubscribePage: PlainPageFeature = async (app, { config, database, pages }) => {
  const path = sitePath('account_mails');
  // RFC 8058 prefers this type. The body says nothing that the address does not.
  app.addContentTypeParser(FILE_TYPE, { parseAs: 'buffer' }, async () => ({}));

  app.get(path, {
    schema: { hide: true, querystring: LinkQuery },
    async handler(request, reply) {
      const { token = '' } = request.query;
      return (await userOfUnsubscribe(config, token))
        ? pages.send(request, reply, { page: 'unsubscribe', token })
        : pages.send(request, reply.code(404), { page: 'unsubscribe_dead' });
    },
  });

  app.post(path, {
    schema: { hide: true, querystring: LinkQuery, body: Type.Optional(PageBody) },
    async handler(request, reply) {
      const token = request.query.token ?? request.body?.token ?? '';
      const userId = await userOfUnsubscribe(config, token);
      if (userId === null) {
        return pages.send(request, reply.code(404), { page: 'unsubscribe_dead' });
      }
      await endWeeklyMail(database, userId);
      return pages.send(request, reply, { page: 'unsubscribe_done' });
    },
  });
};
