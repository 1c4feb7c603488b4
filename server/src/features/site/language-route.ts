import { AppError } from 'earshot/contract';
import { listLanguages, ownAddress } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { LANGUAGE_COOKIE } from '../../platform/http/request-language.ts';

const COOKIE_LASTS_S = 400 * 86_400; // as long as browsers keep one

/** Stores the language that a reader chooses, and redirects to the previous page. */
export function addLanguageRoute(
  app: Parameters<Feature>[0],
  { siteUrl }: Pick<Config, 'siteUrl'>,
): void {
  const known = new Set<string>(listLanguages().map(({ culture }) => culture));
  /** The language of a tag such as `it-IT` or `en_US`. */
  const find = (tag: string) => {
    const parts = tag.toLowerCase().replaceAll('_', '-');
    return [parts, parts.split('-')[0] ?? ''].find((name) => known.has(name));
  };

  app.get(sitePath('language'), {
    schema: {
      hide: true,
      params: Type.Object({ culture: Type.String() }),
      querystring: Type.Object({ redirect: Type.Optional(Type.String()) }),
    },
    async handler(request, reply) {
      const culture = find(request.params.culture);
      if (culture === undefined) throw new AppError('NOT_FOUND');
      const { redirect } = request.query;
      const back = ownAddress(redirect ?? request.headers.referer, siteUrl) ?? '/';
      return reply
        .setCookie(LANGUAGE_COOKIE, culture, {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: siteUrl.startsWith('https:'),
          maxAge: COOKIE_LASTS_S,
        })
        .header('Cache-Control', 'no-store')
        .redirect(back, 303);
    },
  });
}
