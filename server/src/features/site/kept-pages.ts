import { PAGE_ROUTES } from 'earshot/contract';
import type { FastifyRequest } from 'fastify';
import type { Reader } from '../../platform/cache/send-answer.ts';
import { routePath } from '../../platform/http/paths.ts';

/** Pages that name everything that they are made from. Listeners come back to them all the time. */
const KEPT_PAGES = new Set(
  [PAGE_ROUTES.landing, PAGE_ROUTES.show, PAGE_ROUTES.episode].map(routePath),
);

/** The member for whom the page of this request may be stored. Null for visitors, programs and all other pages. */
export function readerOf({ actor, routeOptions }: FastifyRequest): Reader | null {
  const { userId, sessionId, via } = actor;
  if (via !== 'session' || userId === null || sessionId === undefined) return null;
  return KEPT_PAGES.has(routeOptions.url ?? '') ? { userId, sessionId } : null;
}
