import { ApiError } from 'earshot';
import { matchPath } from 'earshot/contract';
import { OWN_PAGE_ROUTES } from 'earshot/internal';
import { loginPath } from './login-path.ts';
import * as table from './page-table.ts';
import type {
  ErrorPageName,
  FoundPage,
  PageRequest,
  PageSite,
  Redirect,
  SitePage,
} from './site-page.tsx';

const PAGES: readonly SitePage[] = Object.values(table);

/** The patterns of all pages. */
export const pageRoutes: readonly string[] = PAGES.flatMap(({ name }) =>
  name === 'not-found' || name === 'failed' ? [] : OWN_PAGE_ROUTES[name],
);

/** The page of that name; the page for unknown addresses if there is none. */
export function pageNamed(name: string): SitePage {
  return PAGES.find((page) => page.name === name) ?? table.notFoundPage;
}

type Asked = Omit<PageRequest, 'params' | 'query'>;

/** Loads the page of an address (path and query), or the page for unknown addresses. */
export async function findPage(address: string, request: Asked): Promise<FoundPage | Redirect> {
  const [path = '', query = ''] = address.split('?');
  const match = matchPath(OWN_PAGE_ROUTES, path);
  const page = pageNamed(match?.name ?? 'not-found');
  const user = request.config.USER;
  if (page.access && !user) return { redirect: loginPath(address) };
  if (page.access === 'admin' && !user?.is_admin) return findErrorPage('not-found', request);
  const asked = { ...request, params: match?.params ?? {}, query: new URLSearchParams(query) };
  const found = await loadUnlessMissing(page, asked);
  return found ?? findErrorPage('not-found', request);
}

/** Loads the page about an error. These pages load without reading data. */
export async function findErrorPage(name: ErrorPageName, site: PageSite): Promise<FoundPage> {
  const page = { failed: table.failedPage, 'not-found': table.notFoundPage }[name];
  const asked = { ...site, params: {}, query: new URLSearchParams() };
  return (await page.load(asked as PageRequest)) as FoundPage;
}

/** What the API hides or does not know has no page. */
async function loadUnlessMissing(page: SitePage, request: PageRequest) {
  try {
    return await page.load(request);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}
