import { buildPath, PAGE_ROUTES } from 'earshot/contract';
import type { PageRequest, Redirect } from './site-page.tsx';

/** The redirect to the address of a page that was opened by an earlier permalink or another spelling. Else null. */
export function movedTo(
  page: 'show' | 'episode' | 'user',
  siteUrl: string,
  { params, config }: Pick<PageRequest, 'params' | 'config'>,
): Redirect | null {
  const [address = ''] = siteUrl.split('?');
  if (address === config.SITE_URL + buildPath(PAGE_ROUTES, page, params)) return null;
  return { redirect: new URL(address).pathname, isPermanent: true };
}
