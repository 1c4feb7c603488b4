import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { StartError } from './platform/start-error.ts';

/** Every setting of the environment. `readConfig` alone reads and checks them. */
export interface Config {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  siteUrl: string;
  apiUrl: string;
  widgetUrl: string;
  authUrl: string;
  mediaUrl: string;
  domain: string;
  productName: string;
  /** Host of audio ads. Null if episodes play without ads. */
  adsUrl: string | null;
  /** Null if the embedded PostgreSQL is used, with its files under `dataDir`. */
  databaseUrl: string | null;
  /** Connections for queries, at most. */
  databasePoolSize: number;
  logLevel: string;
  /** Proxies whose X-Forwarded headers are trusted: addresses, ranges or names of ranges. True trusts all. */
  trustProxy: string[] | boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
// Features to come read these. A wrong value is reported now, not when they arrive.
const ADDRESSES = ['REDIS_URL', 'S3_ENDPOINT'];

/** @throws StartError with the variable, its value and the expected form. */
export function readConfig(env: Environment): Config {
  const port = readPort(env);
  const siteUrl = readUrl(env, 'SITE_URL', `http://localhost:${port}`);
  const widgetUrl = readUrl(env, 'WIDGET_URL', siteUrl);
  for (const name of ADDRESSES) {
    if (env[name]) readUrl(env, name, '', /^(https?|rediss?):$/);
  }
  const apiUrl = readUrl(env, 'API_URL', `${siteUrl}/api`);
  if (apiUrl === siteUrl) {
    throw new StartError(
      `API_URL is "${apiUrl}", the same as SITE_URL. It needs a path or a host of its own.`,
    );
  }
  return {
    port,
    host: env.HOST || '0.0.0.0',
    dataDir: resolve(env.DATA_DIR || './data'),
    siteUrl,
    widgetUrl,
    apiUrl,
    authUrl: readUrl(env, 'AUTH_URL', siteUrl),
    mediaUrl: readUrl(env, 'MEDIA_URL', `${siteUrl}/media`),
    domain: env.DOMAIN || new URL(siteUrl).hostname,
    productName: env.PRODUCT_NAME?.trim() || 'Earshot',
    adsUrl: env.ADS_URL ? readUrl(env, 'ADS_URL', '') : null,
    databaseUrl: env.DATABASE_URL ? readUrl(env, 'DATABASE_URL', '', /^postgres(ql)?:$/) : null,
    databasePoolSize: readPoolSize(env),
    logLevel: readLogLevel(env),
    trustProxy: readTrustProxy(env),
  };
}

function readPort(env: Environment): number {
  const text = env.PORT || '4000';
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new StartError(`PORT is "${text}": it must be a whole number from 0 to 65535.`);
  }
  return port;
}

function readPoolSize(env: Environment): number {
  const text = env.DATABASE_POOL_SIZE || '10';
  const size = Number(text);
  if (!/^\d+$/.test(text) || size < 1 || size > 1_000) {
    throw new StartError(
      `DATABASE_POOL_SIZE is "${text}": it must be a whole number from 1 to 1000.`,
    );
  }
  return size;
}

function readUrl(
  env: Environment,
  name: string,
  fallback: string,
  protocol: RegExp = /^https?:$/,
): string {
  const text = env[name] || fallback;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocol.test(url.protocol) || (fallback && (url.search || url.hash))) {
    throw new StartError(
      `${name} is "${text}": it must be a complete address such as ${EXAMPLES[name] ?? 'https://example.org'}.`,
    );
  }
  return text.replace(/\/+$/, '');
}

const EXAMPLES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@host:5432/earshot',
  REDIS_URL: 'redis://localhost:6379',
};

function readLogLevel(env: Environment): string {
  const level = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(level)) {
    throw new StartError(`LOG_LEVEL is "${level}": it must be one of ${LOG_LEVELS.join(', ')}.`);
  }
  return level;
}

/** The machine itself and private networks: reverse proxies run there. */
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function readTrustProxy(env: Environment): string[] | boolean {
  const text = env.TRUST_PROXY || PROXY_RANGES.join();
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
