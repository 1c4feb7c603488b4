import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import type { TwitterSettings } from '../../config/sign-in.ts';
import { askText } from '../../platform/http/ask-json.ts';
import { isPassingFailure } from '../../platform/http/send-request.ts';
import { PROVIDER_NAMES, refused, unreachable } from './identity.ts';

/** The token credentials of OAuth 1.0a: a token and its secret (RFC 5849, 1.1). */
export interface Pair {
  key: string;
  secret: string;
}

export type SignedApp = ReturnType<typeof signedApp>;

/** Signs requests of this host, on behalf of a user or before one is known. */
export function signedApp({ consumerKey, consumerSecret, apiUrl }: TwitterSettings) {
  const signer = new OAuth({
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: 'HMAC-SHA1',
    hash_function: (text, key) => createHmac('sha1', key).update(text).digest('base64'),
  });
  const sign = (url: string, method: 'GET' | 'POST', pair?: Pair, data = {}) => ({
    ...signer.toHeader(signer.authorize({ url, method, data }, pair)),
  });

  /** Requests a pair of a token and its secret (RFC 5849, 2.1 and 2.3). */
  async function askForPair(path: string, data: Record<string, string>, pair?: Pair) {
    const url = `${apiUrl}/oauth/${path}`;
    const headers = sign(url, 'POST', pair, data);
    const { status, text } = await askText(new URL(url), { method: 'POST', headers }).catch(
      noAnswer,
    );
    if (isPassingFailure(status)) throw unreachable(PROVIDER_NAMES.twitter);
    const answer = new URLSearchParams(text);
    const [key, secret] = [answer.get('oauth_token'), answer.get('oauth_token_secret')];
    if (status !== 200 || !key || !secret) throw refused(PROVIDER_NAMES.twitter);
    return { pair: { key, secret }, answer };
  }

  return { apiUrl, sign, askForPair };
}

export function noAnswer(cause: unknown): never {
  throw unreachable(PROVIDER_NAMES.twitter, cause);
}
