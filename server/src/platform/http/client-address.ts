import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's IP address, without port and brackets. A trusted proxy may have sent a name instead. */
    clientAddress: string;
  }
}

type Sender = Pick<IncomingMessage, 'headers' | 'socket'>;

export interface ProxySettings {
  /** Proxies whose forwarded headers are trusted: addresses, ranges or names of ranges. True trusts all. */
  trustProxy: string[] | boolean;
}

/** Decorates every request with `clientAddress`, and logs once if forwarded headers are ignored. */
export function findClients(app: FastifyInstance, settings: ProxySettings): void {
  const read = createAddressReader(settings, (peer) =>
    app.log.warn(
      `Forwarded headers from ${peer} are ignored, so limits count all its clients as one. If it is your proxy, set TRUST_PROXY=${peer}.`,
    ),
  );
  app.decorateRequest('clientAddress', {
    getter() {
      return read(this.raw);
    },
  });
}

/** Returns a function that tells whether a peer is one of the trusted proxies. */
export function createPeerTrust({ trustProxy }: ProxySettings): (peer: string) => boolean {
  const trusts = Array.isArray(trustProxy) ? proxyAddress.compile(trustProxy) : () => trustProxy;
  return (peer) => trusts(plainAddress(peer), 0);
}

/**
 * Returns a function that finds the client of a request: the last sender that is not a trusted proxy.
 * @param onIgnored receives the first peer whose headers are ignored, unless no proxy is trusted at all
 */
export function createAddressReader(
  { trustProxy }: ProxySettings,
  onIgnored?: (peer: string) => void,
) {
  const trusts = Array.isArray(trustProxy) ? proxyAddress.compile(trustProxy) : () => trustProxy;
  let isReported = trustProxy === false;
  return ({ headers, socket }: Sender): string => {
    const peer = plainAddress(socket.remoteAddress ?? ''); // a client that has left has no address
    const senders = [peer, ...readForwarded(headers).reverse()];
    if (!isReported && senders.length > 1 && peer && !trusts(peer, 0)) {
      isReported = true;
      onIgnored?.(peer);
    }
    return senders.find((sender, hop) => !trusts(sender, hop)) ?? senders.at(-1) ?? peer;
  };
}

/**
 * The senders before our peer, the first one first. `Forwarded` (RFC 7239) counts only without `X-Forwarded-For`: most
 * proxies write the latter, and pass the former on as their client has sent it.
 */
function readForwarded(headers: IncomingMessage['headers']): string[] {
  const list = (name: string) => String(headers[name] ?? '').split(',');
  const addresses = list('x-forwarded-for').map(plainAddress).filter(Boolean);
  if (addresses.length > 0 || !headers.forwarded) return addresses;
  // No valid `for` contains a comma, so an unclosed quote of a client cannot hide the proxy's own entry.
  return list('forwarded').map((entry) => {
    const [, node = ''] = /(?:^|;)\s*for\s*=\s*([^;]*)/i.exec(entry) ?? [];
    return plainAddress(node) || 'unknown';
  });
}

/** Without quotes, brackets, port and zone. An IPv4 address in an IPv6 one becomes IPv4, in all spellings. */
export function plainAddress(text: string): string {
  const node = text.replaceAll('"', '').trim();
  const inBrackets = /^\[([^\]]*)\]/.exec(node)?.[1];
  const bare = inBrackets ?? (isIP(node) === 6 ? node : node.replace(/:[^:]*$/, ''));
  const address = bare.replace(/%.*$/, '');
  if (isIP(address) !== 6) return address;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high = '', low = ''] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  if (!low) return short;
  const bytes = Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex');
  return bytes.join('.');
}
