import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the ads server counts, by the names of docs/ads.md. */
export const AD_EVENTS = [
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
] as const;
export type AdEventName = (typeof AD_EVENTS)[number];

/** One play of a campaign that the ads server has handed out. */
export interface HandedOut {
  campaign: number;
  /** A UUID: the ads call. */
  request: string;
  /** Seconds of Unix time, after which its beacons are refused. */
  expires: number;
  /** A keyed hash of `client_uuid`; empty if the campaign has no cap. */
  client: string;
}

const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Stands for a browser in the database: without the key, nobody finds the `client_uuid` of a row. */
export const hashClient = (key: Buffer, clientUuid: string): string =>
  mac(key, `client ${clientUuid}`).subarray(0, 16).toString('base64url');

const textOf = (event: string, { campaign, request, expires, client }: HandedOut) =>
  `event ${event} ${campaign} ${request} ${expires} ${client}`;

/** The query of a beacon's address (HMAC with SHA-256, RFC 2104). */
export function signEvent(key: Buffer, event: AdEventName, ad: HandedOut): string {
  const signature = mac(key, textOf(event, ad)).toString('base64url');
  const fields = { ...ad, campaign: String(ad.campaign), expires: String(ad.expires), signature };
  return new URLSearchParams(fields).toString();
}

/** True if this server has handed out the beacon, and it has not expired. */
export function isGenuine(
  key: Buffer,
  event: string,
  { signature, ...ad }: HandedOut & { signature: string },
): boolean {
  const given = Buffer.from(signature, 'base64url');
  const right = mac(key, textOf(event, ad));
  const isSigned = given.length === right.length && timingSafeEqual(given, right);
  return isSigned && ad.expires * 1_000 > Date.now();
}
