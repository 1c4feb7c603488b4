import type { TwitterSettings } from '../../config/sign-in.ts';
import { type CodeFlow, PROVIDER_NAMES, type Provider } from './identity.ts';
import { oauth2Flow } from './oauth2-flow.ts';
import { signedApp } from './twitter-app.ts';
import { pairFlow } from './twitter-pair-flow.ts';
import { identifyByBearer, identifyByPair } from './twitter-user.ts';

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
