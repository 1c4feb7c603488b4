import { matchPath, PAGE_ROUTES } from 'earshot/contract';
import { ALL_PAGE_ROUTES, ALL_SITE_ROUTES } from 'earshot-site/contract';
import type { Session } from '../session/session.ts';

/** Whether a path belongs to a page of the site. */
export function isPage(path: string): boolean {
  return matchPath(ALL_PAGE_ROUTES, path) !== null;
}

/** Whether a path chooses the language of the site. */
export function isLanguage(path: string): boolean {
  return matchPath(ALL_SITE_ROUTES, path)?.name === 'language';
}

/** Whether a visit of the page changes nothing: a visit of an author marks the comments of an episode as read. */
export function isSafe(path: string, { user }: Pick<Session, 'user'>): boolean {
  const name = matchPath(PAGE_ROUTES, path)?.name;
  return name !== undefined && !(user && name === 'episode');
}
