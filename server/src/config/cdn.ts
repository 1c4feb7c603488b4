import type { CdnSettings } from '../platform/cache/purge-cdn.ts';
import { StartError } from '../platform/start-error.ts';
import { type Environment, readPlainUrl } from './environment.ts';

const ADVICE = 'The secret belongs into CDN_PURGE_TOKEN.';

/** The caches in front of this host. Null if there are none. */
export function readCdn(env: Environment): CdnSettings | null {
  const { CDN_PURGE_URL: addresses, CDN_PURGE_TOKEN: token } = env;
  if (!addresses) {
    if (!token) return null;
    throw new StartError(
      'CDN_PURGE_TOKEN is set, but CDN_PURGE_URL is not: it must be the address that takes the token.',
    );
  }
  const purgeUrls = addresses
    .split(',')
    .map((address) => readPlainUrl({ CDN_PURGE_URL: address.trim() }, 'CDN_PURGE_URL', ADVICE));
  return { purgeUrls, token: token || null };
}
