import { parseUrl } from './parse-url.ts';

/** An http or https address, or null. Earshot requests and links to no other scheme. */
export function webAddress(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return /^https?:\/\//i.test(trimmed) && parseUrl(trimmed) ? trimmed : null;
}

/** A host without its scheme, as in `www.example.org/show`. As a relative address it would lead to no page. */
const BARE_HOST = /^(www\.|[\w-]+(\.[\w-]+)*\.(com|net|org|fm|io)([/:?#]|$))/i;

/**
 * The same for an address that may be relative to another one. Null for a fragment alone: it would repeat the whole base,
 * which may have a secret key in its query.
 */
export function resolveAddress(text: string | undefined, base: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  const isElsewhere = webAddress(trimmed) !== null || BARE_HOST.test(trimmed);
  const isRelative = /^[^#]/.test(trimmed) && !isElsewhere && base !== null;
  const resolved = isRelative ? parseUrl(trimmed, base) : null;
  return webAddress(resolved?.href ?? trimmed);
}
