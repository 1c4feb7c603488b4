import { createHash } from 'node:crypto';

/** The namespace of podcasts, as the specification of `podcast:guid` names it. */
const NAMESPACE = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex');

/**
 * The `podcast:guid` of a podcast whose feed is at this address: a UUID of version 5 (RFC 9562) of the address without
 * scheme and without slashes at the end. Null for null.
 */
export function podcastGuid<Address extends string | null>(
  feedUrl: Address,
): Address extends string ? string : null;
export function podcastGuid(feedUrl: string | null): string | null {
  if (feedUrl === null) return null;
  const name = feedUrl.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '');
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
