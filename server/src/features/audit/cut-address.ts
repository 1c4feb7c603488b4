import { isIP } from 'node:net';
import { groupsOf } from '../../platform/limits/limited-address.ts';

/** The network of an address, which many people share: the first 24 bits of IPv4, and the first 48 of IPv6. */
export function cutAddress(address: string): string {
  switch (isIP(address)) {
    case 4:
      return address.replace(/\d+$/, '0');
    case 6:
      return `${groupsOf(address).slice(0, 3).join(':')}::`;
    default:
      return '';
  }
}
