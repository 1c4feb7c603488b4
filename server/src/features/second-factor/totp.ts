import { createHmac, randomBytes } from 'node:crypto';

// Time-based one-time passwords (RFC 6238) with the parameters that all authenticator apps know: SHA-1, six digits, 30 s.

const SECRET_BYTES = 20; // RFC 4226, 4: the length of SHA-1
const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks may differ by one step. */
const STEPS_AROUND = [0, -1, 1];
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret in base32, which apps also accept when it is typed. */
export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** Bytes in base32 (RFC 4648, 6), without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The number of the time step at a time in milliseconds. */
export const stepAt = (time: number): number => Math.floor(time / STEP_MS);

/** The code of a time step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf; // RFC 4226, 5.3
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step of a code that is right now. Null if it is wrong. */
export function findStep(secret: string, code: string, now: number = Date.now()): number | null {
  const around = STEPS_AROUND.map((difference) => stepAt(now) + difference);
  return around.find((step) => totpCode(secret, step) === code) ?? null;
}

/** The address that apps read from the QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function totpAddress({
  secret,
  issuer,
  account,
}: Record<'secret' | 'issuer' | 'account', string>) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
