/**
 * Path, query and fragment of an address of this site, from text that anybody may have written. Null for everything else:
 * addresses of other hosts (`//host`, `/\\host`), of scripts (`javascript:`), and text with control characters, which
 * browsers drop from addresses.
 */
export function ownAddress(text: string | null | undefined, siteUrl: string): string | null {
  if (!text || /[\p{Cc}\\]/u.test(text)) return null;
  const site = new URL(siteUrl);
  if (!text.startsWith('/') && !text.startsWith(`${site.origin}/`)) return null;
  if (!URL.canParse(text, site)) return null;
  const { origin, pathname, search, hash } = new URL(text, site);
  return origin === site.origin && !pathname.startsWith('//') ? pathname + search + hash : null;
}

/** The page of a listener. */
export const HOME = '/home';

/** Pages that make no sense after a login. */
const LEAVING = /logout|account\/deleted/;

/** Where a login or a signup leads: to the wanted address of this site, else to the home page. */
export function addressAfterLogin(wanted: string | null | undefined, siteUrl: string): string {
  const address = ownAddress(wanted, siteUrl) ?? HOME;
  return LEAVING.test(address) ? HOME : address;
}
