import type { SignInProvider } from 'earshot/contract';
import { SIGN_IN_PROVIDERS, type SiteConfig } from 'earshot-site/contract';
import type { SignInSettings } from '../../config/sign-in.ts';
import type { Config } from '../../config.ts';
import { sitePath } from '../../platform/http/paths.ts';

/** The services that the site itself offers. Programs may use others, with their own tokens. */
export function offeredProviders({
  google,
  apple,
  facebook,
  twitter,
  oidc,
}: SignInSettings): SignInProvider[] {
  const offered = { google: google?.secret, apple: apple?.secret, facebook, twitter, oidc };
  return SIGN_IN_PROVIDERS.filter((provider) => offered[provider]);
}

/** The sign-in addresses for the pages of the site. Empty if this host does not offer the service. */
export function connectConfig({
  signIn,
  siteUrl,
}: Pick<Config, 'signIn' | 'siteUrl'>): SiteConfig['CONNECT'] {
  const offered = offeredProviders(signIn);
  const at = (provider: SignInProvider) => ({
    url: offered.includes(provider) ? `${siteUrl}${sitePath('connect')}?provider=${provider}` : '',
  });
  return {
    facebook: { ...at('facebook'), app_id: signIn.facebook?.appId ?? '' },
    twitter: at('twitter'),
    google: at('google'),
    apple: at('apple'),
    // Pages of a host without such a provider do not grow.
    ...(signIn.oidc && {
      oidc: { ...at('oidc'), name: signIn.oidc.name, is_only: signIn.isOidcOnly },
    }),
  };
}
