import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import type { TwitterSettings } from '../../config/sign-in.ts';
import { askJson, askText } from '../../platform/http/ask-json.ts';
import { isPassingFailure } from '../../platform/http/passing-failure.ts';
import {
  type CodeFlow,
  denied,
  type Identify,
  notGivenBack,
  type Provider,
  refused,
  requireToken,
  textOrNull,
  unreachable,
} from './identity.ts';
import { oauth2Flow } from './oauth2-flow.ts';

/** X, by OAuth 1.0a (RFC 5849) or by OAuth 2, as the host is set up. */
export function twitterProvider(settings: TwitterSettings): Provider {
  const app = signedApp(settings);
  const identify = identifyByPair(app);
  const { apiUrl, flow } = settings;
  const pairs = pairFlow(app, identify);
  if (flow.kind === 'oauth1') return { identify, codeFlow: pairs };
  const { clientId, clientSecret, authorizeUrl } = flow;
  const codeFlow = oauth2Flow({
    provider: 'twitter',
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
 * A token of OAuth 2 has done its work once X has said who somebody is. It goes back at once: a token that is stored ends
 * after two hours, and X takes back only tokens that have not ended.
 */
function keepNothing(codeFlow: CodeFlow, pairs: CodeFlow): CodeFlow {
  return {
    begin: codeFlow.begin,
    async finish(end) {
      const { identity, tokens } = await codeFlow.finish(end);
      // If X does not take it now, nobody has it, and it ends soon.
      await codeFlow.revoke(tokens).catch(() => {});
      return { identity, tokens: {} };
    },
    // Some users have signed in while the host used OAuth 1.0a.
    revoke: pairs.revoke,
  };
}

interface Pair {
  key: string;
  secret: string;
}

type App = ReturnType<typeof signedApp>;

/** Signs what this host asks, in the name of a user or of nobody yet. */
function signedApp({ consumerKey, consumerSecret, apiUrl }: TwitterSettings) {
  const signer = new OAuth({
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: 'HMAC-SHA1',
    hash_function: (text, key) => createHmac('sha1', key).update(text).digest('base64'),
  });
  const sign = (url: string, method: 'GET' | 'POST', pair?: Pair, data = {}) => ({
    ...signer.toHeader(signer.authorize({ url, method, data }, pair)),
  });

  /** Asks for a pair of a token and its secret (RFC 5849, 2.1 and 2.3). */
  async function askForPair(path: string, data: Record<string, string>, pair?: Pair) {
    const url = `${apiUrl}/oauth/${path}`;
    const headers = sign(url, 'POST', pair, data);
    const { status, text } = await askText(new URL(url), { method: 'POST', headers }).catch(
      noAnswer,
    );
    if (isPassingFailure(status)) throw unreachable('twitter');
    const answer = new URLSearchParams(text);
    const [key, secret] = [answer.get('oauth_token'), answer.get('oauth_token_secret')];
    if (status !== 200 || !key || !secret) throw refused('twitter');
    return { pair: { key, secret }, answer };
  }

  return { apiUrl, sign, askForPair };
}

function noAnswer(cause: unknown): never {
  throw unreachable('twitter', cause);
}

/**
 * Identifies people by a token and its secret. The signature proves that both belong to this host's app
 * (https://developer.x.com/en/docs/x-api/v1/accounts-and-users/manage-account-settings/api-reference/get-account-verify_credentials).
 */
function identifyByPair({ apiUrl, sign }: App): Identify {
  return async ({ token, token_secret }) => {
    const pair = { key: requireToken(token), secret: requireToken(token_secret) };
    const url = `${apiUrl}/1.1/account/verify_credentials.json?include_email=true&skip_status=true`;
    const headers = sign(url, 'GET', pair);
    const { status, fields } = await askJson(new URL(url), { headers }).catch(noAnswer);
    if (isPassingFailure(status)) throw unreachable('twitter');
    const subject = textOrNull(fields.id_str);
    if (status !== 200 || subject === null) throw refused('twitter');
    return toIdentity({ ...fields, id: subject, username: fields.screen_name });
  };
}

/** https://docs.x.com/x-api/users/get-my-user */
async function identifyByBearer(apiUrl: string, token: string) {
  const url = `${apiUrl}/2/users/me?user.fields=confirmed_email`;
  const headers = { Authorization: `Bearer ${token}` };
  const { status, fields } = await askJson(new URL(url), { headers }).catch(noAnswer);
  if (isPassingFailure(status)) throw unreachable('twitter');
  const data = (fields.data ?? {}) as Readonly<Record<string, unknown>>;
  if (status !== 200) throw refused('twitter');
  return toIdentity({ ...data, email: data.confirmed_email });
}

function toIdentity(user: Readonly<Record<string, unknown>>) {
  const subject = textOrNull(user.id);
  if (subject === null) throw refused('twitter');
  // The service names an address only if its owner has confirmed it.
  const email = textOrNull(user.email);
  const name = textOrNull(user.name) ?? textOrNull(user.username);
  return { subject, name, email, isEmailVerified: email !== null };
}

/** "Invalid or expired token" */
const USER_HAS_REMOVED_APP = 89;

/** The flow of OAuth 1.0a (RFC 5849, 2). It knows no state, so that the address to come back to carries it. */
function pairFlow(app: App, identify: Identify): CodeFlow {
  return {
    async begin({ state, redirectUri }) {
      const oauth_callback = `${redirectUri}?${new URLSearchParams({ state })}`;
      const { pair, answer } = await app.askForPair('request_token', { oauth_callback });
      if (answer.get('oauth_callback_confirmed') !== 'true') throw refused('twitter');
      const url = new URL(`${app.apiUrl}/oauth/authenticate`);
      url.searchParams.set('oauth_token', pair.key);
      return { url, kept: { ...pair } };
    },

    async finish({ parameters, kept: { key = '', secret = '' } }) {
      if (parameters.has('denied')) throw denied();
      const oauth_verifier = parameters.get('oauth_verifier');
      if (parameters.get('oauth_token') !== key || !oauth_verifier) throw refused('twitter');
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
        throw notGivenBack('twitter', status);
    },
  };
}
