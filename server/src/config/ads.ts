import { StartError } from '../platform/start-error.ts';
import { parseUrl } from '../platform/text/parse-url.ts';
import { type Environment, readPlainUrl, readSwitch, withoutPassword } from './environment.ts';

/** An ad server that speaks VAST. */
export interface VastServer {
  /** With macros such as `[CACHEBUSTING]`. */
  url: string;
  /** True if the ad server may be on a private network. */
  isPrivate: boolean;
}

/** The source of ads for players, besides this server. */
export interface AdSettings {
  /** An audio ad host that answers the players directly. Null if there is none. */
  adsUrl: string | null;
  /** An ad server that this server asks by VAST. Null if there is none. */
  vast: VastServer | null;
  /** Players request and report no ads until the listener has agreed. */
  isConsentRequired: boolean;
}

const VAST = 'vast:';

export function readAds(env: Environment): AdSettings {
  const isPrivate = readSwitch(env, 'ADS_PRIVATE');
  const isConsentRequired = readSwitch(env, 'CONSENT_REQUIRED');
  const none = { adsUrl: null, vast: null, isConsentRequired };
  if (!env.ADS_URL) return none;
  if (!env.ADS_URL.startsWith(VAST)) {
    return { ...none, adsUrl: readPlainUrl(env, 'ADS_URL', 'Every player reads it.') };
  }
  const url = env.ADS_URL.slice(VAST.length);
  if (!/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    throw new StartError(
      `ADS_URL is "${withoutPassword(env.ADS_URL)}": after "vast:" it must be a complete address such as https://ads.example.org/tag.`,
    );
  }
  return { ...none, vast: { url, isPrivate } };
}
