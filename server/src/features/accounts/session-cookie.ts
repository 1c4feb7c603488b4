import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { SESSION_COOKIE } from '../../platform/cache/is-personal.ts';

const COOKIE_LASTS_S = 400 * 86_400; // as long as browsers keep one; the session itself decides when it ends

type Addresses = Pick<Config, 'siteUrl' | 'apiUrl'>;

type Site = Pick<Config, 'siteUrl'>;

const isSecure = ({ siteUrl }: Site) => siteUrl.startsWith('https:');

/** Only this host can set a cookie with the prefix `__Host-`, and only over https (RFC 6265bis, 4.1.3). */
export const cookieName = (name: string, site: Site): string =>
  isSecure(site) ? `__Host-${name}` : name;

export const sessionCookieName = (site: Site): string => cookieName(SESSION_COOKIE, site);

interface Kept {
  name: string;
  /** Null deletes the cookie. */
  value: string | null;
  lastsS: number;
}

/** Sets a cookie that scripts cannot read. */
export function keepCookie(reply: FastifyReply, site: Site, { name, value, lastsS }: Kept): void {
  reply.setCookie(cookieName(name, site), value ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(site),
    maxAge: value === null ? 0 : lastsS,
  });
}

/** True if one of our own pages sends the request. A browser names the page's origin, and scripts cannot forge it. */
export function isFromOwnPage({ headers }: FastifyRequest, { siteUrl, apiUrl }: Addresses) {
  return [siteUrl, apiUrl].some((url) => new URL(url).origin === headers.origin);
}

interface CookieChange {
  secret: string | null;
  config: Addresses;
  /** True if something else proves that this browser has requested it. */
  isOwn?: boolean;
}

/**
 * Signs a browser in, or out with null. Only for our own pages: programs keep the bearer token, and another site must
 * not sign its visitors in here.
 */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, config, isOwn = isFromOwnPage(request, config) }: CookieChange,
): void {
  const kept = { name: SESSION_COOKIE, value: secret, lastsS: COOKIE_LASTS_S };
  if (isOwn) keepCookie(reply, config, kept);
}
