import { askJson } from '../../platform/http/ask-json.ts';
import {
  type CodeFlow,
  denied,
  type Identify,
  notGivenBack,
  PROVIDER_NAMES,
  refused,
} from './identity.ts';
import type { SignedApp } from './twitter-app.ts';

/** "Invalid or expired token" */
const USER_HAS_REMOVED_APP = 89;

/** The flow of OAuth 1.0a (RFC 5849, 2). It has no state, so the return address carries it. */
export function pairFlow(app: SignedApp, identify: Identify): CodeFlow {
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
