import { isIP } from 'node:net';

const LONGEST = 64; // characters; a proxy may send a name instead of an address

/**
 * The part of a client's address that limits count by. A provider gives each customer 64 bits of an IPv6 address at
 * least, so that single addresses would be no limit at all.
 * @param ip undefined if the client has left already: then its connection has no address any more
 */
export function limitedAddress(ip: string | undefined): string {
  const address = (ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIP(address) === 6 ? `${prefixOf(address)}::/64` : address.slice(0, LONGEST);
}

function prefixOf(address: string): string {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const zeros = Array(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0');
  return [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4).join(':');
}
