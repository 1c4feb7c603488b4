import { AppError, type SignInProvider } from 'earshot/contract';
import type { SignInSettings } from '../../config/sign-in.ts';
import { facebookProvider } from './facebook.ts';
import { PROVIDER_NAMES, type Provider, textOrNull } from './identity.ts';
import { openIdProvider } from './openid.ts';
import { ownProvider } from './own-provider.ts';
import { twitterProvider } from './twitter.ts';

export type Providers = Readonly<Record<SignInProvider, Provider>>;

/** The configured services. Each of the others refuses with NOT_CONFIGURED. */
export function createProviders({
  google,
  apple,
  facebook,
  twitter,
  oidc,
}: Omit<SignInSettings, 'isOidcOnly'>): Providers {
  return {
    google: google ? openIdProvider(PROVIDER_NAMES.google, google, GOOGLE) : notConfigured,
    apple: apple ? openIdProvider(PROVIDER_NAMES.apple, apple, APPLE) : notConfigured,
    facebook: facebook ? facebookProvider(facebook) : notConfigured,
    twitter: twitter ? twitterProvider(twitter) : notConfigured,
    oidc: oidc ? ownProvider(oidc) : notConfigured,
  };
}

const notConfigured: Provider = {
  async identify() {
    throw new AppError('NOT_CONFIGURED');
  },
  codeFlow: null,
};

const GOOGLE = { scope: 'openid email profile' };

/** Apple posts its answer if a name is requested. It sends the name only at the first sign-in, beside the token. */
const APPLE = {
  scope: 'openid name email',
  parameters: { response_mode: 'form_post' },
  readName(parameters: URLSearchParams): string | null {
    try {
      const { name } = JSON.parse(parameters.get('user') ?? '') ?? {};
      return textOrNull([name?.firstName, name?.lastName].filter(textOrNull).join(' '));
    } catch {
      return null;
    }
  },
};
