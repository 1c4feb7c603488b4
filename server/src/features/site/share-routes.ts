import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { Id } from '../../platform/http/schemas.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';
import { getEpisode } from '../episodes/episodes.ts';
import { getShow } from '../shows/shows.ts';

const FACEBOOK = 'https://www.facebook.com/sharer/sharer.php';
const TWITTER = 'https://twitter.com/intent/tweet';

/** Redirects to a social network that shares a page of this site. */
export const shareRoutes: Feature = async (app, deps) => {
  const site = new URL(`${deps.config.siteUrl}/`).href;
  /** @throws AppError for other sites: a link must not use this site's name to redirect to another one. */
  const ownPage = (url: string): string => {
    const href = parseUrl(url)?.href ?? '';
    // `href` is the address in the form of browsers: without dot segments and backslashes.
    if (`${href}/`.startsWith(site)) return href;
    throw invalid('url', 'begin_with', { site });
  };
  const querystring = Type.Object({ url: Type.String(), text: Type.Optional(Type.String()) });
  const hide = true; // for people, not for programs

  app.get(sitePath('share_facebook'), {
    schema: { hide, querystring },
    handler: async (request, reply) =>
      reply.redirect(address(FACEBOOK, { u: ownPage(request.query.url) })),
  });

  app.get(sitePath('share_twitter'), {
    schema: { hide, querystring },
    async handler(request, reply) {
      const { url, text } = request.query;
      return reply.redirect(address(TWITTER, { url: ownPage(url), ...(text ? { text } : {}) }));
    },
  });

  app.get(sitePath('share_twitter_episode'), {
    schema: { hide, params: Type.Object({ episode_id: Id }) },
    async handler(request, reply) {
      const { episode_id } = request.params;
      const episode = await getEpisode(deps, episode_id);
      if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
      const { site_url: url, title: text } = episode;
      return reply.redirect(address(TWITTER, { url, text }));
    },
  });

  app.get(sitePath('share_twitter_show'), {
    schema: { hide, params: Type.Object({ show_id: Id }) },
    async handler(request, reply) {
      const show = await getShow(deps, request.params.show_id);
      if (!show) throw new AppError('SHOW_UNAVAILABLE');
      const { site_url: url, title: text } = show;
      return reply.redirect(address(TWITTER, { url, text }));
    },
  });
};

function address(network: string, query: Record<string, string>): string {
  return `${network}?${new URLSearchParams(query)}`;
}
