import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret with 256 random bits: 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The hash of a secret for the database. The secret has 256 random bits, so a slow hash would add nothing. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
