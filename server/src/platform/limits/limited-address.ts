import { isIP } from 'node:net';

const LONGEST = 64; // characters; a proxy may send a name instead of an address

/**
 * The part of a client's address that limits count by. A provider gives each customer at least 64 bits of an IPv6
 * address, so a limit on single addresses would have no effect.
 * @param address `clientAddress` of a request
 */
export function limitedAddress(address: string): string {
  return isIP(address) === 6
    ? `${groupsOf(address).slice(0, 4).join(':')}::/64`
    : address.slice(0, LONGEST);
}

/** The eight groups of an IPv6 address, in their shortest form. */
export function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const zeros = Array(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0');
  return [...(before ?? []), ...zeros, ...(after ?? [])];
}
