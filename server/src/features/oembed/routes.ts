import { AppError } from 'earshot/contract';
import type { Feature } from '../../feature.ts';
import { NOT_FOR_CDN } from '../../platform/cache/cdn-headers.ts';
import { refuseBrokenQuery } from '../../platform/http/form-fields.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { findFormerAddress } from './former-address.ts';
import { answerOembed, readAddress, toXml } from './oembed.ts';

/** For the browsers of consumers. A consumer keeps the answer for `cache_age`. */
const MAX_AGE_S = 300;

/** GET /oembed tells other sites how to embed an address of this product (https://oembed.com). */
export const oembedRoutes: Feature = async (app, deps) => {
  app.get(sitePath('oembed'), async (request, reply) => {
    refuseBrokenQuery(request.url);
    const query = new URL(request.url, 'http://site.invalid').searchParams;
    const address = query.get('url');
    if (!address) throw invalid('url', 'required');
    const format = query.get('format') || 'json';
    if (format !== 'json' && format !== 'xml') throw new AppError('FORMAT_UNSUPPORTED');

    const wanted = readAddress(address, deps.config) ?? (await findFormerAddress(deps, address));
    const bounds = {
      maxWidth: readPixels(query.get('maxwidth')),
      maxHeight: readPixels(query.get('maxheight')),
    };
    const answer = wanted && (await deps.answers.read(() => answerOembed(wanted, bounds, deps)));
    if (!answer) throw new AppError('NOT_FOUND');

    reply.headers({ 'Cache-Control': `public, max-age=${MAX_AGE_S}`, ...NOT_FOR_CDN });
    if (format === 'json') return answer;
    return reply.type('text/xml; charset=utf-8').send(toXml(answer));
  });
};

/** CSS pixels. Null, which sets no bound, unless the text is a positive number. */
function readPixels(text: string | null): number | null {
  const pixels = Math.floor(Number(text));
  return pixels >= 1 ? pixels : null;
}
