import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12; // NIST SP 800-38D, 8.2
const TAG_BYTES = 16;

/** Encrypts a value of JSON with a key made from a secret of at least 256 random bits. */
export function seal(value: unknown, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Decrypts a value. Null if it was sealed with another secret, or the bytes were changed. */
export function unseal<Value>(sealed: Buffer, secret: string): Value | null {
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(secret), sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = sealed.subarray(IV_BYTES + TAG_BYTES);
    return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString());
  } catch {
    return null;
  }
}

// RFC 5869. The secret is random, so that it needs no salt.
const keyOf = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'earshot seal', KEY_BYTES));
