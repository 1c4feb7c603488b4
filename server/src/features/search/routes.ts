import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { Success } from '../../platform/http/schemas.ts';
import { primaryLanguage } from '../../platform/text/primary-language.ts';
import { SearchAnswer, SearchQuery } from './schema.ts';
import { readGroups, search, searchPage } from './search.ts';

/** Search for suggestions, and for pages of results. */
export const searchRoutes: Feature = async (app, deps) => {
  app.get(apiPath('search', deps.config), {
    ...CACHED_ROUTE,
    config: { action: 'search.read', limit: 'search' },
    schema: {
      summary: 'What is found: categories, tags, users, shows and episodes',
      querystring: SearchQuery,
      response: Success(SearchAnswer),
    },
    handler(request, reply) {
      const { q = '', type, limit, page } = request.query;
      const { sort, language: tag } = request.query;
      const language = tag && primaryLanguage(tag);
      const groups = readGroups(type);
      const [group] = groups;
      if (page !== undefined && (groups.length > 1 || !group)) {
        throw invalid('page', 'needs one group in type, e.g. type=shows');
      }
      return sendJson(deps.answers, request, reply, {
        isEarly: true,
        key: `search ${groups} ${sort} ${language} ${limit} ${page} ${q.trim().toLowerCase()}`,
        async read(sources) {
          const readDeps = { ...deps, sources, viewer: request.actor };
          if (page === undefined || !group)
            return search(readDeps, { q, groups, sort, language, limit });
          return { pager: await searchPage(readDeps, { q, group, page, sort, language, limit }) };
        },
      });
    },
  });
};
