import { isIP } from 'node:net';

/** The network of an address, which many people share: the first 24 bits of IPv4, and the first 48 of IPv6. */
export function cutAddress(address: string): string {
  switch (isIP(address)) {
    case 4:
      return address.replace(/\d+$/, '0');
    case 6:
      return networkOf(address);
    default:
      return '';
  }
}

function networkOf(address: string): string {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = short.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const zeros = Array(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0');
  const groups = short.includes('::')
    ? [...(before ?? []), ...zeros, ...(after ?? [])]
    : (before ?? []);
  return `${groups.slice(0, 3).join(':')}::`;
}
