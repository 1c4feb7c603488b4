import { buildPath, PAGE_ROUTES } from 'earshot/contract';
import { HOME } from 'earshot-site/contract';

/** The page of the login or the signup, which redirects to an address of the site. */
export function loginPath(address: string, page: 'login' | 'signup' = 'login'): string {
  return `${buildPath(PAGE_ROUTES, page)}?${new URLSearchParams({ redirect: address })}`;
}

/** The same for the shown page. The pages of login and signup pass their own `redirect` on. */
export function loginPathFromHere(page: 'login' | 'signup', { pathname, search }: Location) {
  const isEntry = [PAGE_ROUTES.login, PAGE_ROUTES.signup].some((path) => path === pathname);
  const wanted = isEntry ? new URLSearchParams(search).get('redirect') : pathname + search;
  return loginPath(wanted ?? HOME, page);
}
