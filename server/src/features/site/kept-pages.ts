import { PAGE_ROUTES } from 'earshot/contract';
import type { PageLoad } from 'earshot/internal';
import type { FastifyRequest } from 'fastify';
import type { Reader } from '../../platform/cache/send-answer.ts';

/** Pages that name everything that they are made from. Listeners come back to them all the time. */
const KEPT_PAGES = ['landing', 'show', 'episode'] as const;

const KEPT_ADDRESSES = KEPT_PAGES.map((name) => {
  const pattern = PAGE_ROUTES[name].replace(/\{\w+\}/g, '[^/?]+');
  return new RegExp(`^${pattern}(\\?|$)`);
});

/** The member for whom the page of an address may be stored. Null for visitors, programs and all other pages. */
export function readerOf({ actor }: FastifyRequest, address: string): Reader | null {
  const { userId, sessionId, via } = actor;
  if (via !== 'session' || userId === null || sessionId === undefined) return null;
  return KEPT_ADDRESSES.some((kept) => kept.test(address)) ? { userId, sessionId } : null;
}

/** Some addresses look like that of an episode, and another page answers. */
export const isKept = ({ config }: PageLoad): boolean =>
  KEPT_PAGES.some((name) => name === config.page);
