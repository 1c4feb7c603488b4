import { matchPath, PAGE_ROUTES } from 'earshot/contract';
import { OWN_PAGE_ROUTES } from 'earshot/internal';
import type { Session } from '../session/session.ts';

/** Whether a path belongs to a page of the site. */
export function isPage(path: string): boolean {
  return matchPath(OWN_PAGE_ROUTES, path) !== null;
}

/** Whether a visit of the page changes nothing: an author who visits an episode has read its comments. */
export function isSafe(path: string, { user }: Pick<Session, 'user'>): boolean {
  const name = matchPath(PAGE_ROUTES, path)?.name;
  return name !== undefined && !(user && name === 'episode');
}
