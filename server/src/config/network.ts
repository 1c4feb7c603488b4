import { isIP } from 'node:net';
import { StartError } from '../platform/start-error.ts';
import { parseUrl } from '../platform/text/parse-url.ts';
import type { Environment } from './environment.ts';

export function readHosts(env: Environment, name: string): string[] {
  const hosts = (env[name] ?? '').split(',').map((host) => host.trim());
  for (const host of hosts.filter(Boolean)) {
    if (parseUrl(`http://${host}`)?.host === host) continue;
    throw new StartError(
      `${name} is "${env[name]}": it must be a list of hosts such as podcasts.lan:8080,10.0.0.5.`,
    );
  }
  return hosts.filter(Boolean);
}

const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

export function readTrustProxy(env: Environment): string[] | boolean {
  const text = env.TRUST_PROXY || 'loopback';
  if (/^(true|false)$/.test(text)) return text === 'true';
  const proxies = text.split(',').map((proxy) => proxy.trim());
  if (proxies.every((proxy) => PROXY_RANGES.includes(proxy) || isRange(proxy))) return proxies;
  throw new StartError(
    `TRUST_PROXY is "${text}": it must be true, false, or a list of addresses and ranges such as 10.0.0.0/8.`,
  );
}

function isRange(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/');
  const longest = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= longest;
}
