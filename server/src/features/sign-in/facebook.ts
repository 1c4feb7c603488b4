import { createHmac } from 'node:crypto';
import type { FacebookSettings } from '../../config/sign-in.ts';
import { askJson } from '../../platform/http/ask-json.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isPassingFailure } from '../../platform/http/send-request.ts';
import {
  DENIED,
  type Identify,
  notGivenBack,
  PROVIDER_NAMES,
  type Provider,
  refused,
  requireToken,
  textOrNull,
  unreachable,
} from './identity.ts';
import { oauth2Flow } from './oauth2-flow.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Identifies people by an access token of the Graph API. `debug_token` names the app it was made for: a token of
 * another app must not sign in here
 * (https://developers.facebook.com/docs/facebook-login/guides/access-tokens/debugging).
 */
function identifyAtFacebook(settings: FacebookSettings): Identify {
  const { appId, appSecret, graphUrl, permissions: needed } = settings;

  async function ask(path: string, query: Record<string, string>): Promise<Fields> {
    const url = new URL(`${graphUrl}/${path}?${new URLSearchParams(query)}`);
    const { status, fields } = await askJson(url).catch((cause: unknown) => {
      throw unreachable(PROVIDER_NAMES.facebook, cause);
    });
    if (isPassingFailure(status)) throw unreachable(PROVIDER_NAMES.facebook);
    if (status !== 200) throw refused(PROVIDER_NAMES.facebook);
    return fields;
  }

  return async ({ access_token }) => {
    const token = requireToken(access_token);
    const { data } = await ask('debug_token', {
      input_token: token,
      access_token: `${appId}|${appSecret}`,
    });
    const about = (typeof data === 'object' && data !== null ? data : {}) as Fields;
    const expiresAt = readMoment(about.expires_at);
    const isAlive = about.is_valid === true && (expiresAt?.getTime() ?? Infinity) > Date.now();
    if (!isAlive || String(about.app_id) !== appId) throw refused(PROVIDER_NAMES.facebook);
    const granted = Array.isArray(about.scopes) ? about.scopes.map(String) : [];
    const missing = needed.filter((permission) => !granted.includes(permission));
    if (missing.length > 0) {
      const names = missing.join(', ');
      throw new Refusal('FORBIDDEN', [DENIED, { words: 'facebook_missing', values: { names } }]);
    }
    const me = await ask('me', {
      fields: 'id,name,email',
      access_token: token,
      appsecret_proof: proofOf(token, appSecret),
    });
    const subject = textOrNull(me.id);
    if (subject === null || subject !== String(about.user_id))
      throw refused(PROVIDER_NAMES.facebook);
    return {
      subject,
      name: textOrNull(me.name),
      email: textOrNull(me.email),
      isEmailVerified: false, // Facebook does not report it
      facebook: { permissions: granted, expiresAt },
    };
  };
}

// https://developers.facebook.com/docs/facebook-login/guides/access-tokens/debugging
const USER_HAS_REMOVED_APP = 458;

const proofOf = (token: string, appSecret: string) =>
  createHmac('sha256', appSecret).update(token).digest('hex');

/** Seconds of Unix time; 0 stands for a token that does not expire. */
const readMoment = (seconds: unknown): Date | null =>
  typeof seconds === 'number' && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1_000) : null;

/** Facebook Login (https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow). */
export function facebookProvider(settings: FacebookSettings): Provider {
  const { appId, appSecret, dialogUrl, graphUrl, permissions } = settings;
  const identify = identifyAtFacebook(settings);
  const codeFlow = oauth2Flow({
    name: PROVIDER_NAMES.facebook,
    clientId: appId,
    findServer: async () => ({
      issuer: new URL(dialogUrl).origin,
      authorization_endpoint: `${dialogUrl}/dialog/oauth`,
      token_endpoint: `${graphUrl}/oauth/access_token`,
    }),
    makeSecret: async () => appSecret,
    scope: permissions.join(','),
    identify: ({ access_token }) => identify({ access_token }),
    // https://developers.facebook.com/docs/facebook-login/guides/permissions/request-revoke With the token of the
    // app, because the user's own has often expired when the connection ends.
    async revoke({ subject, access_token = '' }) {
      const token = subject ? `${appId}|${appSecret}` : access_token;
      const query = new URLSearchParams({
        access_token: token,
        appsecret_proof: proofOf(token, appSecret),
      });
      const path = `${encodeURIComponent(subject ?? 'me')}/permissions`;
      const url = new URL(`${graphUrl}/${path}?${query}`);
      const { status, fields } = await askJson(url, { method: 'DELETE' });
      const isGone = (fields.error as Fields | undefined)?.error_subcode === USER_HAS_REMOVED_APP;
      if (status !== 200 && !isGone) throw notGivenBack(PROVIDER_NAMES.facebook, status);
    },
  });
  return { identify, codeFlow };
}
