import { askJson } from '../../platform/http/ask-json.ts';
import { isPassingFailure } from '../../platform/http/send-request.ts';
import {
  type Identify,
  type Identity,
  PROVIDER_NAMES,
  refused,
  requireToken,
  textOrNull,
  unreachable,
} from './identity.ts';
import { noAnswer, type SignedApp } from './twitter-app.ts';

/**
 * Identifies people by a token and its secret. The signature proves that both belong to this host's app
 * (https://developer.x.com/en/docs/x-api/v1/accounts-and-users/manage-account-settings/api-reference/get-account-verify_credentials).
 */
export function identifyByPair({ apiUrl, sign }: SignedApp): Identify {
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
export async function identifyByBearer(apiUrl: string, token: string): Promise<Identity> {
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
