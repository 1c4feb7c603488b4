import { buildPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES, addressAfterLogin } from 'earshot-site/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { listFullShows } from '../shows/shows.ts';

/** Named addresses that redirect to a page. The page may depend on the visitor, so the answer is not cached. */
export function addShortAddresses(app: FastifyInstance, deps: FeatureDeps): void {
  const { siteUrl } = deps.config;

  async function newEpisode({ actor }: FastifyRequest): Promise<string> {
    if (actor.userId === null) return entry('/broadcast');
    const { items } = await listFullShows(deps, { cursor: null, userId: actor.userId });
    const [first] = items;
    // An episode needs a show.
    if (!first) return ALL_PAGE_ROUTES['new-show'];
    // With several shows, the author chooses.
    if (items.length > 1) return ALL_PAGE_ROUTES.dashboard;
    return buildPath(ALL_PAGE_ROUTES, 'new-episode', { show_id: first.show_id });
  }

  /** Visitors are redirected to the login, and members to its destination. */
  const enter = (request: FastifyRequest) => {
    const { redirect } = request.query as { redirect?: string };
    const next = addressAfterLogin(redirect, siteUrl);
    return request.actor.userId === null ? entry(next) : next;
  };

  const addresses: Record<
    'broadcast' | 'ipad' | 'login_sso',
    (request: FastifyRequest) => unknown
  > = { broadcast: newEpisode, ipad: () => ALL_PAGE_ROUTES.landing, login_sso: enter };
  const querystring = Type.Object({ redirect: Type.Optional(Type.String()) });
  for (const [name, find] of Object.entries(addresses)) {
    app.get(sitePath(name as keyof typeof addresses), {
      schema: { hide: true, querystring },
      handler: async (request, reply) =>
        reply.header('Cache-Control', 'no-store').redirect(String(await find(request)), 302),
    });
  }
}

/** The login, which redirects to an address of this site. */
const entry = (redirect: string) => `${ALL_PAGE_ROUTES.login}?${new URLSearchParams({ redirect })}`;
