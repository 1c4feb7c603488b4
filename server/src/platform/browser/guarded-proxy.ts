import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  isPrivateAddress,
  lookupPublic,
  type Resolve,
  resolveHost,
} from '../http/private-address.ts';
import { parseUrl } from '../text/parse-url.ts';

/** Why a browser could not reach a host. */
export type Refused = 'private' | 'unknown' | 'unreachable' | 'too_much';

export interface Target {
  /** Without the brackets of IPv6. */
  host: string;
  port: number;
}

/** Opens a connection. Rejects with an error whose code is EPRIVATE if the browser may not reach the host. */
export type Dial = (target: Target) => Promise<Socket>;

export interface GuardedProxy {
  url: string;
  /** The hosts with port that could not be reached, e.g. `blog.example:443`. */
  refused: ReadonlyMap<string, Refused>;
  close(): Promise<void>;
}

export interface GuardedProxyOptions {
  dial: Dial;
  /** Bytes that all hosts together may send. */
  maxBytes: number;
}

const CONNECT_WITHIN_MS = 15_000;
const CONNECTIONS_MAX = 300;

/** Connects to public hosts, and to `privateHosts` (with port). The socket uses the checked address. */
export function dialPublic(privateHosts: readonly string[], resolve: Resolve = resolveHost): Dial {
  return ({ host, port }) =>
    new Promise((settle, reject) => {
      const isAllowed = privateHosts.includes(nameOf({ host, port }));
      // A literal address is never looked up, so it is checked here.
      if (!isAllowed && isIP(host) && isPrivateAddress(host)) {
        return reject(Object.assign(new Error(`${host} is private`), { code: 'EPRIVATE' }));
      }
      const socket = connect({
        host,
        port,
        timeout: CONNECT_WITHIN_MS,
        ...(isAllowed ? {} : { lookup: lookupPublic(resolve) }),
      });
      socket.once('timeout', () => socket.destroy(new Error('no connection in time')));
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.setTimeout(0);
        settle(socket);
      });
    });
}

/**
 * A forward proxy for one run of a browser, on loopback. A browser resolves names and follows redirects itself, so each
 * of its connections is checked here, also those of frames, redirects and WebSockets.
 */
export async function openGuardedProxy({
  dial,
  maxBytes,
}: GuardedProxyOptions): Promise<GuardedProxy> {
  const refused = new Map<string, Refused>();
  const sockets = new Set<Duplex>();
  let left = maxBytes;

  const open = async (target: Target): Promise<Socket | null> => {
    const name = nameOf(target);
    if (left <= 0 || sockets.size >= CONNECTIONS_MAX) {
      refused.set(name, 'too_much');
      return null;
    }
    const socket = await dial(target).catch((error: NodeJS.ErrnoException) => {
      refused.set(name, reasonOf(error.code));
      return null;
    });
    if (!socket) return null;
    refused.delete(name);
    keep(socket);
    socket.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left > 0) return;
      refused.set(name, 'too_much');
      socket.destroy();
    });
    return socket;
  };

  function keep(socket: Duplex): void {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy()); // the other side sees a closed connection
  }

  const server = createServer((asked, answer) => {
    pass(asked, answer, open).catch(() => answer.destroy());
  });
  server.on('connection', keep);
  server.on('connect', async (asked: IncomingMessage, client: Duplex, head: Buffer) => {
    const target = targetOf(`https://${asked.url}`, asked.url);
    const socket = target && (await open(target));
    if (!socket) return client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.write(head);
    client.once('close', () => socket.destroy());
    socket.once('close', () => client.destroy());
    client.pipe(socket).pipe(client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Passes a request without encryption on. Such requests name their whole address. */
async function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  open: (target: Target) => Promise<Socket | null>,
): Promise<void> {
  const url = asked.url ?? '';
  const target = url.startsWith('http://') ? targetOf(url) : null;
  const socket = target && (await open(target));
  if (!target || !socket) {
    answer.writeHead(502).end();
    return;
  }
  const { pathname, search, host } = new URL(url);
  const { 'proxy-connection': _own, 'proxy-authorization': _secret, ...headers } = asked.headers;
  const sent = request({
    method: asked.method,
    path: pathname + search,
    headers: { ...headers, host, connection: 'close' },
    createConnection: () => socket,
  });
  sent.on('error', () => answer.destroy());
  answer.on('close', () => sent.destroy());
  sent.on('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.on('error', () => answer.destroy());
    response.pipe(answer);
  });
  asked.pipe(sent);
}

/** The host and port of a URL. `typed` is the same with its port, because URLs drop the default one. */
function targetOf(address: string, typed = ''): Target | null {
  const url = parseUrl(address);
  if (!url) return null;
  const { hostname, port, protocol } = url;
  const named = /:(\d+)$/.exec(typed)?.[1];
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port || named || (protocol === 'https:' ? 443 : 80)) };
}

const nameOf = ({ host, port }: Target): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The host and port of a URL, as `dialPublic` and `refused` name it. */
export function hostAndPort(url: string): string {
  const target = targetOf(url);
  return target ? nameOf(target) : url;
}

function reasonOf(code = ''): Refused {
  if (code === 'EPRIVATE') return 'private';
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'unknown' : 'unreachable';
}
