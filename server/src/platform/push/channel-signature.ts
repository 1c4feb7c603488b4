import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PushApp } from './push-app.ts';

/** A connection, and the private channel that it may join. */
export interface Admission {
  socketId: string;
  channel: string;
}

/** The field `auth` of an admission: the key and an HMAC-SHA256 in hex (Pusher protocol, "Auth signatures"). */
export function signAdmission({ key, secret }: PushApp, { socketId, channel }: Admission): string {
  const signature = createHmac('sha256', secret).update(`${socketId}:${channel}`).digest('hex');
  return `${key}:${signature}`;
}

export function isAdmitted(app: PushApp, admission: Admission, auth: unknown): boolean {
  if (typeof auth !== 'string') return false;
  const [given, expected] = [Buffer.from(auth), Buffer.from(signAdmission(app, admission))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
