import { buildPath } from 'earshot/contract';
import { addressAfterLogin, OWN_PAGE_ROUTES, type SHORT_WAY_ROUTES } from 'earshot/internal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { listFullShows } from '../shows/shows.ts';

/** Addresses by name that lead to a page elsewhere. The page may depend on who asks, so nobody keeps the answer. */
export function addShortWays(app: FastifyInstance, deps: FeatureDeps): void {
  const { siteUrl } = deps.config;

  async function newEpisode({ actor }: FastifyRequest): Promise<string> {
    if (actor.userId === null) return entry('/broadcast');
    const { items } = await listFullShows(deps, { cursor: null, userId: actor.userId });
    const [first] = items;
    // An episode needs a show.
    if (!first) return OWN_PAGE_ROUTES['new-show'];
    // With several shows, the author chooses.
    if (items.length > 1) return OWN_PAGE_ROUTES.dashboard;
    return buildPath(OWN_PAGE_ROUTES, 'new-episode', { show_id: first.show_id });
  }

  /** A visitor goes to the login, and a member to where it would have led. */
  const enter = (request: FastifyRequest) => {
    const { redirect } = request.query as { redirect?: string };
    const next = addressAfterLogin(redirect, siteUrl);
    return request.actor.userId === null ? entry(next) : next;
  };

  const ways: Record<keyof typeof SHORT_WAY_ROUTES, (request: FastifyRequest) => unknown> = {
    broadcast: newEpisode,
    ipad: () => OWN_PAGE_ROUTES.landing,
    login_sso: enter,
  };
  const querystring = Type.Object({ redirect: Type.Optional(Type.String()) });
  for (const [name, way] of Object.entries(ways)) {
    app.get(
      sitePath(name as keyof typeof ways),
      { schema: { hide: true, querystring } },
      async (request, reply) =>
        reply.header('Cache-Control', 'no-store').redirect(String(await way(request)), 302),
    );
  }
}

/** The login, which leads on to an address of this site. */
const entry = (redirect: string) => `${OWN_PAGE_ROUTES.login}?${new URLSearchParams({ redirect })}`;
