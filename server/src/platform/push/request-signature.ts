import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PushApp } from './push-app.ts';

/** A request to the HTTP API of Pusher, without its body. */
export interface ApiRequest {
  method: string;
  /** e.g. `/apps/1/events` */
  path: string;
  /** Fields of the query, without `auth_signature`. Their values are not percent-encoded. */
  query: Readonly<Record<string, string>>;
}

const CLOCKS_DIFFER_S = 600; // as at Pusher

/** HMAC-SHA256 in hex (pusher.com/docs/channels/library_auth_reference/rest-api, "Generating authentication signatures"). */
export function signRequest(secret: string, { method, path, query }: ApiRequest): string {
  const sorted = Object.keys(query).sort();
  const text = sorted.map((name) => `${name.toLowerCase()}=${query[name]}`).join('&');
  return createHmac('sha256', secret).update(`${method}\n${path}\n${text}`).digest('hex');
}

export interface ReceivedRequest extends ApiRequest {
  signature: string;
  /** In hex. Null for a request without a body. */
  bodyMd5: string | null;
}

/** True if the app has signed this request within the last ten minutes. */
export function isSigned({ key, secret }: PushApp, request: ReceivedRequest): boolean {
  const { query, bodyMd5, signature } = request;
  const age = Math.abs(Date.now() / 1_000 - Number(query.auth_timestamp));
  if (query.auth_key !== key || !(age <= CLOCKS_DIFFER_S)) return false;
  if (bodyMd5 !== null && query.body_md5 !== bodyMd5) return false;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signRequest(secret, request))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
