import { SIGN_IN_PROVIDERS, type SignInProvider, type SiteConfig } from 'earshot/internal';
import type { SignInSettings } from '../../config/sign-in.ts';
import type { Config } from '../../config.ts';
import { sitePath } from '../../platform/http/paths.ts';

/** The services that the site itself can lead to. Programs may have others, with tokens of their own. */
export function offeredProviders({
  google,
  apple,
  facebook,
  twitter,
}: SignInSettings): SignInProvider[] {
  const offered = {
    google: google?.secret,
    apple: apple?.secret,
    facebook,
    twitter,
  };
  return SIGN_IN_PROVIDERS.filter((provider) => offered[provider]);
}

/** Where the pages of the site lead to. An empty address: this host offers no such login. */
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
  };
}
