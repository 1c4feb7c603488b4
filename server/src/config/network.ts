import { isIP } from 'node:net';
import type { CdnSettings } from '../platform/cache/purge-cdn.ts';
import type { PusherSettings } from '../platform/push/pusher-broker.ts';
import { StartError } from '../platform/start-error.ts';
import { parseUrl } from '../platform/text/parse-url.ts';
import type { TraceSettings } from '../platform/traces/open-traces.ts';
import { type Environment, readOrigin, readPlainUrl, readUrl } from './environment.ts';
import { readMetricsPort, readPort } from './numbers.ts';

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

const THIS_MACHINE = '127.0.0.1';

/** Null without a port: then nothing is measured. */
export function readMetricsAddress(env: Environment): { port: number; host: string } | null {
  const port = readMetricsPort(env);
  if (port && port === readPort(env)) {
    throw new StartError(
      `METRICS_PORT is "${port}", as PORT: the metrics need a port of their own.`,
    );
  }
  if (port !== null) return { port, host: env.METRICS_HOST || THIS_MACHINE };
  if (!env.METRICS_HOST) return null;
  throw new StartError('METRICS_HOST is set, but METRICS_PORT is not: it turns the metrics on.');
}

const ADVICE = 'The secret belongs into CDN_PURGE_TOKEN.';

/** The caches in front of this host. Null if there are none. */
export function readCdn(env: Environment): CdnSettings | null {
  const { CDN_PURGE_URL: addresses, CDN_PURGE_TOKEN: token } = env;
  if (!addresses) {
    if (!token) return null;
    throw new StartError(
      'CDN_PURGE_TOKEN is set, but CDN_PURGE_URL is not: it must be the address that takes the token.',
    );
  }
  const purgeUrls = addresses
    .split(',')
    .map((address) => readPlainUrl({ CDN_PURGE_URL: address.trim() }, 'CDN_PURGE_URL', ADVICE));
  return { purgeUrls, token: token || null };
}

/** The standard names of OpenTelemetry. Null without an address: then there are no traces. */
export function readTraces(env: Environment): TraceSettings | null {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  return {
    endpoint: readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ''),
    serviceName: env.OTEL_SERVICE_NAME || 'earshot',
    ratio: readRatio(env),
    headers: readHeaders(env),
  };
}

function readRatio({ OTEL_TRACES_SAMPLER_ARG: text }: Environment): number {
  const ratio = Number(text || 1);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new StartError(`OTEL_TRACES_SAMPLER_ARG is "${text}": it must be a number from 0 to 1.`);
}

/** Such as `api-key=secret,tenant=a%20b`, as OpenTelemetry defines it. The setting may be the content of a file. */
function readHeaders({ OTEL_EXPORTER_OTLP_HEADERS: text }: Environment): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/s.exec(pair) ?? [];
        if (name === undefined || value === undefined) throw new URIError();
        return [decodeURIComponent(name), decodeURIComponent(value)];
      }),
    );
  } catch {
    throw new StartError(
      'OTEL_EXPORTER_OTLP_HEADERS must be a list like "name=value,name=value", with %20 for a space.',
    );
  }
}

/** The service is used if all three parts of its app are set. Messages do not contain the secret. */
export function readPusher(env: Environment): PusherSettings | null {
  const { PUSHER_APP_ID: appId, PUSHER_KEY: key, PUSHER_SECRET: secret } = env;
  const leftover = Object.keys(env).find((name) => name.startsWith('PUSHER_') && env[name]);
  if (leftover === undefined) return null;
  if (!appId || !key || !secret) {
    throw new StartError(
      `${leftover} is set: push through another service needs PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET.`,
    );
  }
  for (const [name, text] of Object.entries({ PUSHER_APP_ID: appId, PUSHER_KEY: key })) {
    if (/^[\w-]+$/.test(text)) continue;
    throw new StartError(`${name} is "${text}": it must be letters, digits, _ and -.`);
  }
  const cluster = env.PUSHER_CLUSTER || 'mt1';
  if (!/^[\w-]+$/.test(cluster)) {
    throw new StartError(`PUSHER_CLUSTER is "${cluster}": it must be a name such as eu.`);
  }
  // Other services have one host for both.
  const host = env.PUSHER_HOST ? readOrigin(env, 'PUSHER_HOST') : null;
  return {
    appId,
    key,
    secret,
    apiUrl: host ?? `https://api-${cluster}.pusher.com`,
    socketUrl: host ?? `https://ws-${cluster}.pusher.com`,
  };
}
