import { invalid } from '../http/read-json.ts';

const KEY_MAX = 255; // characters

/**
 * Reads the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a structured string in quotes, or, as
 * many clients send it, without them. Null if the request has no key.
 * @throws AppError INVALID_REQUEST
 */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = String(header).trim();
  const [, quoted] = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(text) ?? [];
  const key = quoted?.replace(/\\(.)/g, '$1') ?? (/^[!#-+\--[\]-~]+$/.test(text) ? text : '');
  if (key.length >= 1 && key.length <= KEY_MAX) return key;
  throw invalid(
    `Idempotency-Key: must be 1 to ${KEY_MAX} visible characters, such as "8e03978e-40d5-43dd-bc93-6894a57f9324"`,
  );
}
