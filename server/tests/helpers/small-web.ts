import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dial, Target } from '../../src/platform/browser/guarded-proxy.ts';

export type Site = (request: IncomingMessage, response: ServerResponse) => void;

export interface SmallWeb {
  /** Leads a browser to the sites of this web, with http and https. Every other name is unknown. */
  dial: Dial;
  close(): Promise<void>;
}

const PRIVATE = /^(?:localhost|127\.|10\.|192\.168\.)/;

/** Sites with names on this machine, and the connections that a guard would refuse. `down.example` refuses all. */
export async function openSmallWeb(sites: Readonly<Record<string, Site>>): Promise<SmallWeb> {
  const answer: Site = (asked, response) => {
    const name = (asked.headers.host ?? '').replace(/:\d+$/, '');
    const site = sites[name];
    if (site) site(asked, response);
    else response.writeHead(404).end();
  };
  const plain = createServer(answer);
  const secure = createTlsServer(makeCertificate(), answer);
  const ports = await Promise.all([listen(plain), listen(secure)]);
  const [plainPort, securePort] = ports;
  const dial: Dial = ({ host, port }: Target) => {
    const fail = (code: string) => Promise.reject(Object.assign(new Error(host), { code }));
    if (PRIVATE.test(host)) return fail('EPRIVATE');
    if (host === 'down.example') return fail('ECONNREFUSED');
    if (!sites[host]) return fail('ENOTFOUND');
    return new Promise<Socket>((settle, reject) => {
      const socket = connect(port === 443 ? securePort : plainPort, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => settle(socket));
    });
  };
  return {
    dial,
    async close() {
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

/** A site of this web that is a server elsewhere on this machine. */
export function siteAt(address: string): Site {
  const { hostname, port } = new URL(address);
  return (asked, response) => {
    const headers = { ...asked.headers, 'x-forwarded-proto': 'https' };
    const sent = request({ host: hostname, port, method: asked.method, path: asked.url, headers });
    sent.on('response', (given) => {
      response.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(response);
    });
    sent.on('error', () => response.destroy());
    asked.pipe(sent);
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-web-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=web'];
  execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const made = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return made;
}
