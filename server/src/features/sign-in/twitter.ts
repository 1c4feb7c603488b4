import type { TwitterSettings } from '../../config/sign-in.ts';
import { askJson } from '../../platform/http/ask-json.ts';
import { isPassingFailure } from '../../platform/http/send-request.ts';
import {
  type CodeFlow,
  denied,
  type Identify,
  type Identity,
  notGivenBack,
  PROVIDER_NAMES,
  type Provider,
  refused,
  requireToken,
  textOrNull,
  unreachable,
} from './identity.ts';
import { oauth2Flow } from './oauth2-flow.ts';
import { noAnswer, type SignedApp, signedApp } from './twitter-app.ts';

/** X, by OAuth 1.0a (RFC 5849) or by OAuth 2, depending on the settings. */
export function twitterProvider(settings: TwitterSettings): Provider {
  const app = signedApp(settings);
  const identify = identifyByPair(app);
  const { apiUrl, flow } = settings;
  const pairs = pairFlow(app, identify);
  if (flow.kind === 'oauth1') return { identify, codeFlow: pairs };
  const { clientId, clientSecret, authorizeUrl } = flow;
  const codeFlow = oauth2Flow({
    name: PROVIDER_NAMES.twitter,
    clientId,
    findServer: async () => ({
      issuer: new URL(authorizeUrl).origin,
      authorization_endpoint: authorizeUrl,
      token_endpoint: `${apiUrl}/2/oauth2/token`,
      revocation_endpoint: `${apiUrl}/2/oauth2/revoke`,
    }),
    makeSecret: async () => clientSecret,
    auth: 'basic',
    scope: 'users.read tweet.read users.email',
    identify: ({ access_token }) => identifyByBearer(apiUrl, access_token),
  });
  return { identify, codeFlow: keepNothing(codeFlow, pairs) };
}

/**
 * A token of OAuth 2 is not needed after X has identified the user, so it is revoked at once: a stored token expires
 * after two hours, and X revokes only valid tokens.
 */
function keepNothing(codeFlow: CodeFlow, pairs: CodeFlow): CodeFlow {
  return {
    begin: codeFlow.begin,
    async finish(end) {
      const { identity, tokens } = await codeFlow.finish(end);
      // If X does not accept it now, the token is stored nowhere, and expires soon.
      await codeFlow.revoke(tokens).catch(() => {});
      return { identity, tokens: {} };
    },
    // Some users have signed in while the host used OAuth 1.0a.
    revoke: pairs.revoke,
  };
}

/**
 * Identifies people by a token and its secret. The signature proves that both belong to this host's app
 * (https://developer.x.com/en/docs/x-api/v1/accounts-and-users/manage-account-settings/api-reference/get-account-verify_credentials).
 */
function identifyByPair({ apiUrl, sign }: SignedApp): Identify {
  return async ({ token, token_secret }) => {
    const pair = { key: requireToken(token), secret: requireToken(token_secret) };
    const url = `${apiUrl}/1.1/account/verify_credentials.json?include_email=true&skip_status=true`;
    const headers = sign(url, 'GET', pair);
    const { status, fields } = await askJson(new URL(url), { headers }).catch(noAnswer);
    if (isPassingFailure(status)) throw unreachable(PROVIDER_NAMES.twitter);
    const subject = textOrNull(fields.id_str);
    if (status !== 200 || subject === null) throw refused(PROVIDER_NAMES.twitter);
    return toIdentity({ ...fields, id: subject, username: fields.screen_name });
  };
}

/** https://docs.x.com/x-api/users/get-my-user */
async function identifyByBearer(apiUrl: string, token: string): Promise<Identity> {
  const url = `${apiUrl}/2/users/me?user.fields=confirmed_email`;
  const headers = { Authorization: `Bearer ${token}` };
  const { status, fields } = await askJson(new URL(url), { headers }).catch(noAnswer);
  if (isPassingFailure(status)) throw unreachable(PROVIDER_NAMES.twitter);
  const data = (fields.data ?? {}) as Readonly<Record<string, unknown>>;
  if (status !== 200) throw refused(PROVIDER_NAMES.twitter);
  return toIdentity({ ...data, email: data.confirmed_email });
}

function toIdentity(user: Readonly<Record<string, unknown>>): Identity {
  const subject = textOrNull(user.id);
  if (subject === null) throw refused(PROVIDER_NAMES.twitter);
  // The service sends an address only if its owner has confirmed it.
  const email = textOrNull(user.email);
  const name = textOrNull(user.name) ?? textOrNull(user.username);
  return { subject, name, email, isEmailVerified: email !== null };
}

/** "Invalid or expired token" */
const USER_HAS_REMOVED_APP = 89;

/** The flow of OAuth 1.0a (RFC 5849, 2). It has no state, so the return address carries it. */
function pairFlow(app: SignedApp, identify: Identify): CodeFlow {
  return {
    async begin({ state, redirectUri }) {
      const oauth_callback = `${redirectUri}?${new URLSearchParams({ state })}`;
      const { pair, answer } = await app.askForPair('request_token', { oauth_callback });
      if (answer.get('oauth_callback_confirmed') !== 'true') throw refused(PROVIDER_NAMES.twitter);
      const url = new URL(`${app.apiUrl}/oauth/authenticate`);
      url.searchParams.set('oauth_token', pair.key);
      return { url, kept: { ...pair } };
    },

    async finish({ parameters, kept: { key = '', secret = '' } }) {
      if (parameters.has('denied')) throw denied();
      const oauth_verifier = parameters.get('oauth_verifier');
      if (parameters.get('oauth_token') !== key || !oauth_verifier)
        throw refused(PROVIDER_NAMES.twitter);
      const { pair } = await app.askForPair('access_token', { oauth_verifier }, { key, secret });
      const tokens = { token: pair.key, token_secret: pair.secret };
      return { identity: await identify(tokens), tokens };
    },

    async revoke({ token: key, token_secret: secret }) {
      if (!key || !secret) return;
      const url = `${app.apiUrl}/1.1/oauth/invalidate_token.json`;
      const headers = app.sign(url, 'POST', { key, secret });
      const { status, fields } = await askJson(new URL(url), { method: 'POST', headers });
      const [error] = Array.isArray(fields.errors) ? fields.errors : [];
      if (status !== 200 && error?.code !== USER_HAS_REMOVED_APP)
        throw notGivenBack(PROVIDER_NAMES.twitter, status);
    },
  };
}
