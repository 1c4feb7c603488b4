import { createPrivateKey } from 'node:crypto';
import { StartError } from '../platform/start-error.ts';
import { type Environment, readChoice, readPlainUrl } from './environment.ts';

/** A service whose tokens are signed (OpenID Connect Core 1.0, 2). */
export interface OpenIdSettings {
  /** The location of its configuration: `{issuer}/.well-known/openid-configuration`. */
  issuer: string;
  /** The ids of this host's apps at the service. A token must be made for one of them. The site uses the first. */
  clientIds: readonly string[];
  /** Null if only programs sign in, with their own tokens. */
  secret: ClientSecret | null;
}

/** Identifies this host to a provider. */
export type ClientSecret =
  | { kind: 'text'; text: string }
  /** Apple requires a new token for each request, signed with its key. */
  | { kind: 'signed'; teamId: string; keyId: string; privateKey: string };

export interface FacebookSettings {
  appId: string;
  appSecret: string;
  /** The Graph API with its version. */
  graphUrl: string;
  /** The page on which users grant permissions, with the version. */
  dialogUrl: string;
  /** Required permissions of a user, always including `public_profile`. */
  permissions: readonly string[];
}

/** A service that signs requests (OAuth 1.0a, RFC 5849), and offers OAuth 2 as well. */
export interface TwitterSettings {
  consumerKey: string;
  consumerSecret: string;
  apiUrl: string;
  /** The site's sign-in: OAuth 1.0a, or OAuth 2 with its own id and secret. */
  flow:
    | { kind: 'oauth1' }
    | { kind: 'oauth2'; clientId: string; clientSecret: string; authorizeUrl: string };
}

/** The own provider of this host: any provider of OpenID Connect. */
export interface OidcSettings {
  /** As the provider writes it, also with a slash at the end. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** For people: on the button, in messages and in mails. */
  name: string;
  /** The claim that lists the groups of a person. */
  groupsClaim: string;
  /** Members of these groups are administrators. Null if groups decide nothing here. */
  adminGroups: readonly string[] | null;
}

/** The services with which members of this host can sign in. Null for those without settings. */
export interface SignInSettings {
  google: OpenIdSettings | null;
  apple: OpenIdSettings | null;
  facebook: FacebookSettings | null;
  twitter: TwitterSettings | null;
  oidc: OidcSettings | null;
  /** The own provider is the only way to sign in. */
  isOidcOnly: boolean;
}

/** @throws StartError */
export function readSignIn(env: Environment): SignInSettings {
  const oidc = readOidc(env);
  const isOidcOnly = readChoice(env, 'OIDC_ONLY', ['0', '1'], '0') === '1';
  if (isOidcOnly && oidc === null) {
    throw new StartError(`OIDC_ONLY is 1, but it needs ${OIDC_APP.join(', ')}.`);
  }
  const others = {
    google: readOpenId(env, 'GOOGLE', 'https://accounts.google.com', readGoogleSecret(env)),
    apple: readOpenId(env, 'APPLE', 'https://appleid.apple.com', readAppleSecret(env)),
    facebook: readFacebook(env),
    twitter: readTwitter(env),
  };
  return { ...(isOidcOnly ? NO_OTHERS : others), oidc, isOidcOnly };
}

const NO_OTHERS = { google: null, apple: null, facebook: null, twitter: null };

const HOST_KEY_MIN = 32;

/** @throws StartError for a guessable key */
export function readHostKey({ HOST_KEY: key }: Environment): string | null {
  if (!key) return null;
  if (key.length >= HOST_KEY_MIN) return key;
  throw new StartError(
    `HOST_KEY is too short: it needs ${HOST_KEY_MIN} random characters or more, e.g. of "openssl rand -base64 32".`,
  );
}

const readList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const readAddress = (env: Environment, name: string, fallback: string): string =>
  env[name] ? readPlainUrl(env, name, 'Secrets have settings of their own.') : fallback;

function readOpenId(
  env: Environment,
  prefix: string,
  issuer: string,
  secret: ClientSecret | null,
): OpenIdSettings | null {
  const clientIds = readList(env[`${prefix}_CLIENT_ID`] ?? '');
  if (clientIds.length === 0) {
    const others = ['ISSUER', 'CLIENT_SECRET', 'TEAM_ID', 'KEY_ID', 'PRIVATE_KEY'];
    const names = others.map((name) => `${prefix}_${name}`);
    return refuseLeftovers(env, names, `${prefix}_CLIENT_ID`);
  }
  return { issuer: readAddress(env, `${prefix}_ISSUER`, issuer), clientIds, secret };
}

const readGoogleSecret = ({ GOOGLE_CLIENT_SECRET: text }: Environment): ClientSecret | null =>
  text ? { kind: 'text', text } : null;

const APPLE_KEY = ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'];

function readAppleSecret(env: Environment): ClientSecret | null {
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: key } = env;
  if (!teamId || !keyId || !key) return refuseLeftovers(env, APPLE_KEY, APPLE_KEY.join(', '));
  // Settings files often hold the lines of a key in one line.
  const privateKey = key.replaceAll('\\n', '\n');
  if (!isPrivateKey(privateKey)) {
    throw new StartError(
      'APPLE_PRIVATE_KEY is not the text of a .p8 file: it begins with -----BEGIN PRIVATE KEY-----.',
    );
  }
  return { kind: 'signed', teamId, keyId, privateKey };
}

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'ec';
  } catch {
    return false;
  }
}

const FACEBOOK_APP = ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'];
const TWITTER_APP = ['TWITTER_CONSUMER_KEY', 'TWITTER_CONSUMER_SECRET'];

function readFacebook(env: Environment): FacebookSettings | null {
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = env;
  if (!appId || !appSecret) {
    const others = ['FACEBOOK_GRAPH_URL', 'FACEBOOK_DIALOG_URL', 'FACEBOOK_PERMISSIONS'];
    return refuseLeftovers(env, [...FACEBOOK_APP, ...others], FACEBOOK_APP.join(' and '));
  }
  const permissions = readList(env.FACEBOOK_PERMISSIONS || 'email');
  return {
    appId,
    appSecret,
    graphUrl: readAddress(env, 'FACEBOOK_GRAPH_URL', 'https://graph.facebook.com/v24.0'),
    dialogUrl: readAddress(env, 'FACEBOOK_DIALOG_URL', 'https://www.facebook.com/v24.0'),
    permissions: [...new Set(['public_profile', ...permissions])],
  };
}

const TWITTER_OAUTH2 = ['TWITTER_CLIENT_ID', 'TWITTER_CLIENT_SECRET'];

function readTwitter(env: Environment): TwitterSettings | null {
  const { TWITTER_CONSUMER_KEY: consumerKey, TWITTER_CONSUMER_SECRET: consumerSecret } = env;
  if (!consumerKey || !consumerSecret) {
    const others = ['TWITTER_API_URL', 'TWITTER_FLOW', 'TWITTER_AUTHORIZE_URL', ...TWITTER_OAUTH2];
    return refuseLeftovers(env, [...TWITTER_APP, ...others], TWITTER_APP.join(' and '));
  }
  const apiUrl = readAddress(env, 'TWITTER_API_URL', 'https://api.x.com');
  return { consumerKey, consumerSecret, apiUrl, flow: readTwitterFlow(env) };
}

function readTwitterFlow(env: Environment): TwitterSettings['flow'] {
  const kind = readChoice(env, 'TWITTER_FLOW', ['oauth1', 'oauth2'], 'oauth1');
  if (kind === 'oauth1') return { kind };
  const { TWITTER_CLIENT_ID: clientId, TWITTER_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) {
    throw new StartError(`TWITTER_FLOW is oauth2, but it needs ${TWITTER_OAUTH2.join(' and ')}.`);
  }
  const authorizeUrl = readAddress(
    env,
    'TWITTER_AUTHORIZE_URL',
    'https://x.com/i/oauth2/authorize',
  );
  return { kind, clientId, clientSecret, authorizeUrl };
}

const OIDC_APP = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];

function readOidc(env: Environment): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer || !clientId || !clientSecret) {
    const others = ['OIDC_NAME', 'OIDC_GROUPS_CLAIM', 'OIDC_ADMIN_GROUPS'];
    return refuseLeftovers(env, [...OIDC_APP, ...others], OIDC_APP.join(', '));
  }
  readAddress(env, 'OIDC_ISSUER', '');
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.OIDC_NAME?.trim() || new URL(issuer).hostname,
    groupsClaim: env.OIDC_GROUPS_CLAIM || 'groups',
    adminGroups: env.OIDC_ADMIN_GROUPS ? readList(env.OIDC_ADMIN_GROUPS) : null,
  };
}

/** Incomplete settings must not look like none. Messages contain no value. */
function refuseLeftovers(env: Environment, names: readonly string[], needed: string): null {
  const leftover = names.find((name) => env[name]);
  if (leftover === undefined) return null;
  throw new StartError(`${leftover} is set, but sign-in needs ${needed}.`);
}
