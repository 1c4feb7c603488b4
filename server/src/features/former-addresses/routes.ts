import { AppError } from 'earshot/contract';
import type { Feature } from '../../feature.ts';
import { NOT_FOR_CDN } from '../../platform/cache/cdn-headers.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { findByGuids, missingPlayer, presentAddress, readMoved } from './former-addresses.ts';

/** For browsers. The target changes if its show is moved or removed. */
const CACHE_CONTROL = 'public, max-age=3600';

/**
 * GET /moved leads from the former host of a show to the same episode here, by the guids that both have. The former host
 * needs to know nothing else about this one.
 */
export const formerAddressRoutes: Feature = async (app, { config, database, answers }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'Cross-Origin-Resource-Policy': 'cross-origin' });
  });
  app.get(sitePath('moved'), {
    schema: { hide: true },
    async handler(request, reply) {
      const asked = readMoved(new URL(request.url, config.siteUrl).searchParams);
      if (!asked) throw new AppError('NOT_FOUND');
      const target = await answers.read(() => findByGuids(database, asked));
      const to = target && presentAddress(target, asked, config);
      const headers = { 'Cache-Control': CACHE_CONTROL, ...NOT_FOR_CDN };
      if (to) return reply.headers(headers).redirect(to, 308);
      if (asked.opens !== 'player') throw new AppError('NOT_FOUND');
      const { show, item, query } = asked;
      return reply.redirect(missingPlayer(`${show} ${item}`, query, config), 307);
    },
  });
};
