import { ApiError } from 'earshot';
import { matchPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { loginPath } from '../session/login-path.ts';
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
  name === 'not-found' || name === 'failed' ? [] : ALL_PAGE_ROUTES[name],
);

/** The page of that name; the not-found page if there is none. */
export function pageNamed(name: string): SitePage {
  return PAGES.find((page) => page.name === name) ?? table.notFoundPage;
}

/** Whether members share the HTML of the page at an address. */
export const isShared = (address: string): boolean =>
  pageNamed(matchPath(ALL_PAGE_ROUTES, address.split('?')[0] ?? '')?.name ?? 'not-found').isShared;

type Asked = Omit<PageRequest, 'params' | 'query'>;

/** Loads the page of an address (path and query), or the not-found page. */
export async function findPage(address: string, request: Asked): Promise<FoundPage | Redirect> {
  const [path = '', query = ''] = address.split('?');
  const match = matchPath(ALL_PAGE_ROUTES, path);
  const page = pageNamed(match?.name ?? 'not-found');
  const user = request.config.USER;
  if (page.access && !user) return { redirect: loginPath(address) };
  if (page.access === 'admin' && !user?.is_admin) return findErrorPage('not-found', request);
  const asked = { ...request, params: match?.params ?? {}, query: new URLSearchParams(query) };
  return loadOrExplain(page, path, asked);
}

/** Loads the page of an error. It reads no more than the API's public lists. */
export async function findErrorPage(
  name: ErrorPageName,
  site: PageSite & Pick<PageRequest, 'api' | 'requestId' | 'isBusy'>,
): Promise<FoundPage> {
  const page = { failed: table.failedPage, 'not-found': table.notFoundPage }[name];
  const asked = { ...site, params: {}, query: new URLSearchParams() };
  return (await page.load(asked as PageRequest)) as FoundPage;
}

/**
 * Hidden and unknown things have no page. Nor has an address whose values the API refuses, such as a page number beyond
 * its limit: that is no fault of the server. If the API refuses a cursor, the list begins again.
 */
async function loadOrExplain(
  page: SitePage,
  path: string,
  request: PageRequest,
): Promise<FoundPage | Redirect> {
  const { query } = request;
  const explain = () => findErrorPage('not-found', request);
  try {
    return (await page.load(request)) ?? (await explain());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 400 && query.has('cursor')) {
      return { redirect: withoutCursor(path, query) };
    }
    if (error.status === 400) return { ...(await explain()), status: 400 };
    if (error.status === 404 || error.status === 403) return explain();
    throw error;
  }
}

function withoutCursor(path: string, query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  rest.delete('cursor');
  return rest.size > 0 ? `${path}?${rest}` : path;
}
