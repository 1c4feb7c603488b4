import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FeatureDeps } from '../../feature.ts';

/** Until a challenge is too old. Pages of a sign-in ask for a new one before. */
export const CHALLENGE_LASTS_MS = 10 * 60_000;

type Key = Pick<FeatureDeps, 'pushApp'>;

const RANDOM_BYTES = 32;
const TIME_BYTES = 6; // milliseconds of Unix time
const SIGNATURE_BYTES = 16;
const ALL_BYTES = RANDOM_BYTES + TIME_BYTES + SIGNATURE_BYTES;

/** Signed with the secret of the push app, which all processes of a host read from the database. */
const sign = ({ pushApp }: Key, content: Buffer): Buffer =>
  createHmac('sha256', pushApp.secret)
    .update('passkey challenge ')
    .update(content)
    .digest()
    .subarray(0, SIGNATURE_BYTES);

/** A challenge that is signed instead of stored, because every visitor of a sign-in page gets one, and few use it. */
export function newSignInChallenge(key: Key): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(Date.now() + CHALLENGE_LASTS_MS, 0, TIME_BYTES);
  const content = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
  return new Uint8Array(Buffer.concat([content, sign(key, content)]));
}

/** When a challenge of a sign-in becomes too old. Null if it is too old, or this host has not made it. */
export function readSignInChallenge(key: Key, challenge: string): { expiresAt: Date } | null {
  const bytes = Buffer.from(challenge, 'base64url');
  // Another spelling of the same bytes would count as another challenge.
  if (bytes.length !== ALL_BYTES || bytes.toString('base64url') !== challenge) return null;
  const content = bytes.subarray(0, -SIGNATURE_BYTES);
  if (!timingSafeEqual(bytes.subarray(-SIGNATURE_BYTES), sign(key, content))) return null;
  const expiresAt = new Date(content.readUIntBE(RANDOM_BYTES, TIME_BYTES));
  return expiresAt.getTime() > Date.now() ? { expiresAt } : null;
}
