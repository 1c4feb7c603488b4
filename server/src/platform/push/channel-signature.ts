import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PushApp } from './push-app.ts';

/** A connection, and the private channel that it may join. */
export interface Admission {
  socketId: string;
  channel: string;
  /** Identifies the login that admits, so that the membership ends with it. An outside service knows none. */
  login?: string | undefined;
}

/**
 * The field `auth` of an admission: the key, an HMAC-SHA256 in hex (Pusher protocol, "Auth signatures"), and the signed
 * login if there is one.
 */
export function signAdmission(
  { key, secret }: PushApp,
  { socketId, channel, login }: Admission,
): string {
  const suffix = login ? `:${login}` : '';
  const signed = createHmac('sha256', secret).update(`${socketId}:${channel}${suffix}`);
  return `${key}:${signed.digest('hex')}${suffix}`;
}

/** The login that a signature names. */
export const loginOf = (auth: unknown): string | undefined => String(auth).split(':')[2];

export function isAdmitted(
  app: PushApp,
  admission: Omit<Admission, 'login'>,
  auth: unknown,
): boolean {
  if (typeof auth !== 'string') return false;
  const right = signAdmission(app, { ...admission, login: loginOf(auth) });
  const [given, expected] = [Buffer.from(auth), Buffer.from(right)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
