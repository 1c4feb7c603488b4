import type { SiteConfig, SiteUser } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Sources } from '../../platform/cache/answer-cache.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { findAdsUrl } from '../ads/ads.ts';
import { pushOrigin } from '../push/push.ts';
import { connectConfig } from '../sign-in/sign-in.ts';
import { getOwnUser } from '../users/users.ts';

/** The configuration that the scripts of a page get, the same for every visitor. */
export function publicConfig(
  { config, renderers, pushApp }: Pick<FeatureDeps, 'config' | 'renderers' | 'pushApp'>,
  culture: string,
): SiteConfig {
  return {
    API_URL: config.apiUrl,
    SITE_URL: config.siteUrl,
    WIDGET_URL: config.widgetUrl,
    AUTH_URL: config.authUrl,
    DOMAIN: config.domain,
    PRODUCT_NAME: config.productName,
    DESCRIPTION: config.description,
    ADS_URL: config.adsUrl,
    CONSENT_REQUIRED: config.isConsentRequired,
    LISTENING: config.numbersListening === 'on' ? 'site' : null,
    API_CULTURE: culture,
    AJAX_VERSION: renderers.version,
    SIGNUP: config.signup,
    SENDS_MAIL: config.smtpUrl !== null,
    USER: null,
    OAUTH_TOKEN: null,
    CONNECT: connectConfig(config),
    PLAYER: { auth_token_v2: null, station_url: null, playlist_url: null },
    PUSH: { enabled: true, app_key: pushApp.key, url: pushOrigin(config) },
    CARD_KEYS: {
      premium: config.payments?.publishableKey ?? '',
      store: config.payments?.storeKey ?? '',
    },
    METRICS_URL: config.metrics === 'on' ? config.siteUrl + sitePath('metrics') : null,
  };
}

/** The same for a user. */
export async function siteConfig(
  deps: FeatureDeps,
  culture: string,
  user: Pick<SiteConfig, 'USER' | 'OAUTH_TOKEN'>,
): Promise<SiteConfig> {
  return { ...publicConfig(deps, culture), ADS_URL: await findAdsUrl(deps), ...user };
}

const NO_USER = { USER: null, OAUTH_TOKEN: null };

/** The user that the scripts of a page learn about: the visitor of this request. */
export async function userOf(
  deps: FeatureDeps,
  { userId, accessToken }: Actor,
  sources: Sources = new Set(),
): Promise<Pick<SiteConfig, 'USER' | 'OAUTH_TOKEN'>> {
  if (userId === null || accessToken === undefined) return NO_USER;
  const own = await getOwnUser({ ...deps, sources }, userId);
  const { user_id, name, permalink, site_url, image_url, is_admin } = own;
  const USER: SiteUser = { user_id, name, permalink, site_url, image_url, is_admin };
  return { USER, OAUTH_TOKEN: accessToken };
}
