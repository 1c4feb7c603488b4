import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Finds the addresses of a host name, as `lookup` of `node:dns/promises` does. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

export const resolveHost: Resolve = (host) => lookup(host, { all: true });

// Networks outside of the public internet (IANA special-purpose address registries), and those that embed an IPv4
// address in an IPv6 one, which would bypass the list.
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local: the metadata service of cloud hosts
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24], // documentation, as 198.51.100.0 and 203.0.113.0
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3], // multicast, reserved, broadcast
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96], // this host, unspecified, and IPv4-compatible addresses
  ['64:ff9b::', 96], // NAT64
  ['64:ff9b:1::', 48], // NAT64 of a local network
  ['100::', 64], // discarded
  ['2001::', 23], // IETF protocols, among them Teredo
  ['2001:db8::', 32], // documentation, as 3fff::
  ['2002::', 16], // 6to4
  ['3fff::', 20],
  ['5f00::', 16], // segment routing
  ['fc00::', 7], // unique local
  ['fe80::', 10], // link-local
  ['fec0::', 10], // site-local
  ['ff00::', 8], // multicast
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}

/** True for an address of this machine or its network, also for an IPv4 address written as IPv6. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ''] = address.split('%'); // without the zone of a link-local address
  const family = isIP(plain);
  return family === 0 || PRIVATE.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The host and port of a URL if all its addresses are private, else null. A name with a public and a private address
 * gives null: its owner could point it at the network of this machine.
 */
export async function findPrivateHost(
  url: string,
  resolve: Resolve = resolveHost,
): Promise<string | null> {
  const host = hostOf(url);
  const found = isIP(host) ? [{ address: host }] : await resolve(host).catch(() => []);
  const isPrivate = found.length > 0 && found.every(({ address }) => isPrivateAddress(address));
  return isPrivate ? new URL(url).host : null;
}

/**
 * A lookup for sockets that fails with the code EPRIVATE if any address of the host is private. The socket connects
 * to the checked addresses, so a second DNS answer cannot replace them.
 */
export function lookupPublic(resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || addresses.some(({ address }) => isPrivateAddress(address))) {
          callback(Object.assign(new Error(`${host} is private`), { code: 'EPRIVATE' }), '');
        } else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

/** The host of a URL in the form for sockets, without the brackets of IPv6. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}
