import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret that cannot be guessed: 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What the database keeps of a secret. The secret has 256 random bits, so that a slow hash would add nothing. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
