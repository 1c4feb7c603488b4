import type { Fetcher } from '../../platform/http/fetch-source.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { withoutCredentials } from '../../platform/text/without-credentials.ts';
import { picturesIn } from '../note-pictures/note-pictures.ts';

/**
 * `hide` removes the credentials from all texts of a part of a feed. `fullAddress` returns an address with the credentials that
 * it had in the feed, and `withCredentials` a fetcher that sends them.
 */
export function createCredentialHider() {
  const full = new Map<string, string>();
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const hidden = withoutCredentials(part);
      if (hidden === part) return part;
      for (const address of webAddress(part) ? [part] : picturesIn(part)) {
        full.set(withoutCredentials(address), address);
      }
      return hidden;
    }
    if (Array.isArray(part)) return part.map(clean);
    if (part === null || typeof part !== 'object' || part instanceof Date) return part;
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, clean(each)]));
  };
  const fullAddress = (url: string) => full.get(url) ?? url;
  return {
    hide: <Part>(part: Part) => clean(part) as Part,
    fullAddress,
    withCredentials:
      (fetcher: Fetcher): Fetcher =>
      (url, request) =>
        fetcher(fullAddress(url), request),
  };
}
