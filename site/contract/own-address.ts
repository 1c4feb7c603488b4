/** Encoded control characters, backslashes, and a second slash: a proxy may decode them. */
const ENCODED_TRICKS = /%([01][\da-f]|5c|7f)|^\/%2f/i;

/**
 * Path, query and fragment of an address of this site, from untrusted text. Null for everything else: addresses of
 * other hosts (`//host`, `/\\host`), of scripts (`javascript:`), and text with control characters, which browsers
 * drop from addresses. Every redirect to an address from a request uses it.
 */
export function ownAddress(text: string | null | undefined, siteUrl: string): string | null {
  if (!text || /[\p{Cc}\\]/u.test(text)) return null;
  const site = new URL(siteUrl);
  if (!text.startsWith('/') && !text.startsWith(`${site.origin}/`)) return null;
  if (!URL.canParse(text, site)) return null;
  const { origin, pathname, search, hash } = new URL(text, site);
  if (origin !== site.origin || pathname.startsWith('//')) return null;
  return ENCODED_TRICKS.test(pathname) ? null : pathname + search + hash;
}

/** The page of a listener. */
export const HOME = '/home';

/** Pages that make no sense after a login. */
const LEAVING = /logout|account\/deleted/;

/** The address after a login or signup: the wanted address of this site, else the home page. */
export function addressAfterLogin(wanted: string | null | undefined, siteUrl: string): string {
  const address = ownAddress(wanted, siteUrl) ?? HOME;
  return LEAVING.test(address) ? HOME : address;
}
