import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { apiPrefix } from '../../platform/http/paths.ts';
import { type Action, NAMED, ruleOf } from './actions.ts';
import { limitToScope, requireMay, requireRank } from './policy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action of the route. Every route of the API has one. */
    action?: Action;
  }
}

/** A route of the API, and its action. */
export interface GuardedRoute {
  method: string;
  /** In the router's notation: `/api/show/:show_id`. */
  url: string;
  action: Action;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route guarded by the policy. */
    guardedRoutes: readonly GuardedRoute[];
  }
}

/**
 * Checks the policy for every request whose route names an action: before the body is read, or, if the id of the
 * resource is in the body, as soon as it has been read.
 * @throws Error at start for an API route without an action, or without the field that its action needs
 */
export function authorizeRequests(
  app: FastifyInstance,
  { database, config }: { database: Database; config: { apiUrl: string } },
): void {
  const prefix = `${apiPrefix(config.apiUrl)}/`;
  const guarded: GuardedRoute[] = [];
  app.decorate('guardedRoutes', guarded);
  app.addHook('onRoute', (route) => {
    const { url, config: { action } = {} } = route;
    if (action === undefined) {
      if (url.startsWith(prefix))
        throw new Error(
          `${nameOf(route)} needs a config.action, one of features/policy/actions.ts.`,
        );
      return;
    }
    requireName(route, action);
    for (const method of [route.method].flat()) guarded.push({ method, url, action });
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { params, method, routeOptions } = request;
    const { action } = routeOptions.config;
    request.actor = limitToScope(request.actor, { action, method });
    if (action === undefined) return done();
    const { actor } = request;
    requireRank(actor, action);
    const id = nameIn(params, action);
    if (id === undefined) return done();
    requireMay(database, actor, { action, id }).then(() => done(), done);
  });
  app.addHook('preHandler', ({ actor, params, body, routeOptions }, _reply, done) => {
    const { action } = routeOptions.config;
    if (action === undefined || nameIn(params, action) !== undefined) return done();
    const id = nameIn(body, action);
    if (id === undefined) return done();
    requireMay(database, actor, { action, id }).then(() => done(), done);
  });
}

const nameOf = ({ method, url }: RouteOptions) => `${[method].flat().join(', ')} ${url}`;

/** The field with the id of the action's resource. Undefined if it has none. */
function fieldOf(action: Action): string | undefined {
  const rule = ruleOf(action);
  return rule.on && (rule.named ?? NAMED[rule.on]);
}

/** A misspelt field would leave the resource unguarded. */
function requireName(route: RouteOptions, action: Action): void {
  const field = fieldOf(action);
  if (field === undefined || route.url.split(/[/.]/).includes(`:${field}`)) return;
  const body = route.schema?.body as { properties?: object } | undefined;
  if (body?.properties && field in body.properties) return;
  throw new Error(`${nameOf(route)} must name its ${field} in its path or body, for ${action}.`);
}

/** The id of the resource in the path or the body. */
function nameIn(fields: unknown, action: Action): number | string | undefined {
  const field = fieldOf(action);
  if (field === undefined) return undefined;
  const value = (fields as Record<string, unknown> | null)?.[field];
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}
