import { matchPath, PAGE_ROUTES } from 'earshot/contract';
import * as table from './page-table.ts';
import type { ErrorPageName, FoundPage, PageRequest, SitePage } from './site-page.tsx';

const PAGES: readonly SitePage[] = Object.values(table);

/** The patterns of all pages. */
export const pageRoutes: readonly string[] = PAGES.flatMap(({ name }) =>
  name === 'not-found' || name === 'failed' ? [] : PAGE_ROUTES[name],
);

/** The page of that name; the page for unknown addresses if there is none. */
export function pageNamed(name: string): SitePage {
  return PAGES.find((page) => page.name === name) ?? table.notFoundPage;
}

/** Whether a path belongs to a page of the site. */
export function isPage(path: string): boolean {
  return matchPath(PAGE_ROUTES, path) !== null;
}

/** Loads the page of an address (path and query), or the page for unknown addresses. */
export async function findPage(
  address: string,
  request: Omit<PageRequest, 'params' | 'query'>,
): Promise<FoundPage> {
  const [path = '', query = ''] = address.split('?');
  const match = matchPath(PAGE_ROUTES, path);
  const page = pageNamed(match?.name ?? 'not-found');
  const asked = { ...request, params: match?.params ?? {}, query: new URLSearchParams(query) };
  return (await page.load(asked)) ?? findPage(UNKNOWN, request);
}

/** Loads the page about an error. These pages load without reading data. */
export async function findErrorPage(
  name: ErrorPageName,
  request: Omit<PageRequest, 'params' | 'query'>,
): Promise<FoundPage> {
  const asked = { ...request, params: {}, query: new URLSearchParams() };
  return (await pageNamed(name).load(asked)) ?? findPage(UNKNOWN, request);
}

/** No route matches it, so it leads to the page for unknown addresses, which always loads. */
const UNKNOWN = '';
