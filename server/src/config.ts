import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isMailAddress } from './platform/mail/mail-address.ts';
import type { PusherSettings } from './platform/push/pusher-settings.ts';
import { StartError } from './platform/start-error.ts';
import type { S3Settings } from './platform/storage/s3-settings.ts';

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
  /** In one line, what this host is for. Administrators write it on the site. */
  description: string;
  /** Host of audio ads that answers the players itself. Null if there is none. */
  adsUrl: string | null;
  /** The ad server that this server asks by VAST. Null if there is none. */
  vast: VastServer | null;
  /** Null if the embedded PostgreSQL is used, with its files under `dataDir`. */
  databaseUrl: string | null;
  /** Connections for queries, at most. */
  databasePoolSize: number;
  /** The largest file that a user may upload. */
  uploadMaxBytes: number;
  /** What the uploads of a user may take together, unless his account says otherwise. */
  uploadQuotaBytes: number;
  /** Null if media is stored in a folder of `dataDir`. */
  s3: S3Settings | null;
  logLevel: string;
  /** On if the site's scripts report to the log how long their jobs take. */
  metrics: 'on' | 'off';
  /** Who may create an account: everybody, people with an invite, or nobody. */
  signup: 'open' | 'invite' | 'closed';
  /** Whether this process runs jobs: besides serving, instead of serving, or not at all. */
  worker: 'in-process' | 'only' | 'off';
  /** Null if mails are written as files below `dataDir`. */
  smtpUrl: string | null;
  /** The sender of mails: a name and an address, or an address. */
  mailFrom: { name: string; address: string };
  /** Hosts with port on private networks that users may import from. All other hosts must be public. */
  privateHosts: string[];
  /** The WebSub hub that hears of every change of a feed. Null if the host uses no hub. */
  websubHub: string | null;
  /** True if the hub may be on a private network. */
  websubHubIsPrivate: boolean;
  /** The Podcast Index, or a program with the same API, that hears of every change of a feed. Null if none does. */
  podcastIndex: { url: string; isPrivate: boolean } | null;
  /** The radio directory that takes the shows of this host. Null if there is none. */
  radioDirectory: RadioDirectory | null;
  /** Null if this server speaks the Pusher protocol with browsers itself. */
  pusher: PusherSettings | null;
  /** Null if the processes of this host share everything through the database. */
  redisUrl: string | null;
  /** Off if something in front of the server counts requests, or to measure the server itself. */
  rateLimits: 'on' | 'off';
  /** Proxies whose X-Forwarded headers are trusted: addresses, ranges or names of ranges. True trusts all. */
  trustProxy: string[] | boolean;
}

/** An ad server that speaks VAST. */
export interface VastServer {
  /** With macros such as `[CACHEBUSTING]`. */
  url: string;
  /** True if the ad server may be on a private network. */
  isPrivate: boolean;
}

/** How to reach the radio directory. Its protocol is in docs/radio-directory.md. */
export interface RadioDirectory {
  /** Without a slash at the end. */
  url: string;
  /** Goes along with every request as a bearer token. Null if the directory needs none. */
  token: string | null;
  /** True if the directory may be on a private network. */
  isPrivate: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws StartError with the variable, its value and the expected form. */
export function readConfig(env: Environment): Config {
  const port = readPort(env);
  const siteUrl = readUrl(env, 'SITE_URL', `http://localhost:${port}`);
  const widgetUrl = readUrl(env, 'WIDGET_URL', siteUrl);
  const domain = env.DOMAIN || new URL(siteUrl).hostname;
  const productName = env.PRODUCT_NAME?.trim() || 'Earshot';
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
    domain,
    productName,
    description: '',
    ...readAds(env),
    databaseUrl: env.DATABASE_URL ? readUrl(env, 'DATABASE_URL', '', /^postgres(ql)?:$/) : null,
    databasePoolSize: readPoolSize(env),
    uploadMaxBytes: readMegabytes(env, 'UPLOAD_MAX_MB', 2_000),
    uploadQuotaBytes: readMegabytes(env, 'UPLOAD_QUOTA_MB', 20_000),
    s3: readS3(env),
    logLevel: readLogLevel(env),
    metrics: readChoice(env, 'METRICS', ['on', 'off'] as const, 'off'),
    signup: readChoice(env, 'SIGNUP', ['open', 'invite', 'closed'], 'open'),
    worker: readWorker(env),
    smtpUrl: env.SMTP_URL ? readUrl(env, 'SMTP_URL', '', /^smtps?:$/) : null,
    mailFrom: readMailFrom(env, { name: productName, address: `no-reply@${domain}` }),
    privateHosts: readHosts(env, 'IMPORT_PRIVATE_HOSTS'),
    ...readHub(env),
    podcastIndex: readPodcastIndex(env),
    radioDirectory: readRadioDirectory(env),
    redisUrl: env.REDIS_URL ? readUrl(env, 'REDIS_URL', '', /^rediss?:$/) : null,
    pusher: readPusher(env),
    rateLimits: readChoice(env, 'RATE_LIMITS', ['on', 'off'] as const, 'on'),
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

function readMegabytes(env: Environment, name: string, fallback: number): number {
  const text = env[name] || String(fallback);
  const megabytes = Number(text);
  if (!/^\d+$/.test(text) || megabytes < 1 || megabytes > 10_000_000) {
    throw new StartError(`${name} is "${text}": it must be a whole number from 1 to 10000000.`);
  }
  return megabytes * 1_000_000;
}

/** The storage is S3 if a bucket is named. */
function readS3(env: Environment): S3Settings | null {
  const bucket = env.S3_BUCKET;
  if (!bucket) return refuseLeftovers(env);
  const endpoint = env.S3_ENDPOINT ? readUrl(env, 'S3_ENDPOINT', '') : null;
  return {
    endpoint,
    region: env.S3_REGION || 'us-east-1',
    bucket,
    credentials: readCredentials(env),
    // Amazon's own servers expect the bucket in the name of the host, most others in the path.
    forcePathStyle:
      readChoice(env, 'S3_FORCE_PATH_STYLE', YES_OR_NO, endpoint ? 'true' : 'false') === 'true',
    reads: readChoice(env, 'S3_READS', ['proxy', 'presigned'] as const, 'proxy'),
  };
}

const YES_OR_NO = ['true', 'false'] as const;

function refuseLeftovers(env: Environment): null {
  const leftover = Object.keys(env).find((name) => name.startsWith('S3_') && env[name]);
  if (leftover === undefined) return null;
  throw new StartError(`${leftover} is set, but S3_BUCKET is not: it must name the bucket.`);
}

function readCredentials(env: Environment): S3Settings['credentials'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey };
  if (!accessKeyId && !secretAccessKey) return null;
  throw new StartError(
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither to use the role of the machine.',
  );
}

function readChoice<const Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = env[name] || fallback;
  const found = choices.find((choice) => choice === text);
  if (found === undefined) {
    throw new StartError(`${name} is "${text}": it must be one of ${choices.join(', ')}.`);
  }
  return found;
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
      `${name} is "${withoutPassword(text)}": it must be a complete address such as ${EXAMPLES[name] ?? 'https://example.org'}.`,
    );
  }
  return text.replace(/\/+$/, '');
}

/** The line of a failed start goes to a log. */
const withoutPassword = (address: string): string => address.replace(/[^/\s]*@/, '***@');

const EXAMPLES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@host:5432/earshot',
  REDIS_URL: 'redis://localhost:6379',
  PUSHER_HOST: 'https://push.example.org',
  WEBSUB_HUB: 'https://pubsubhubbub.appspot.com',
  PODCAST_INDEX_URL: 'https://api.podcastindex.org/api/1.0',
  IHR_URL: 'https://directory.example.org/api',
  SMTP_URL: 'smtps://user:password@mail.example.org',
};

const VAST = 'vast:';

function readAds(env: Environment): Pick<Config, 'adsUrl' | 'vast'> {
  const isPrivate = readChoice(env, 'ADS_PRIVATE', YES_OR_NO, 'false') === 'true';
  if (!env.ADS_URL) return { adsUrl: null, vast: null };
  if (!env.ADS_URL.startsWith(VAST)) return { adsUrl: readUrl(env, 'ADS_URL', ''), vast: null };
  const url = env.ADS_URL.slice(VAST.length);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new StartError(
      `ADS_URL is "${withoutPassword(env.ADS_URL)}": after "vast:" it must be a complete address such as https://ads.example.org/tag.`,
    );
  }
  return { adsUrl: null, vast: { url, isPrivate } };
}

function readHub(env: Environment): Pick<Config, 'websubHub' | 'websubHubIsPrivate'> {
  const isPrivate = readChoice(env, 'WEBSUB_HUB_PRIVATE', YES_OR_NO, 'false') === 'true';
  const hub = env.WEBSUB_HUB ? new URL(readUrl(env, 'WEBSUB_HUB', '')) : null;
  if (hub?.username || hub?.password || hub?.hash) {
    // Every feed shows the address.
    throw new StartError(
      `WEBSUB_HUB is "${withoutPassword(hub.href)}": it must be an address without a password and without a fragment.`,
    );
  }
  return { websubHub: (hub && env.WEBSUB_HUB) || null, websubHubIsPrivate: isPrivate };
}

function readRadioDirectory(env: Environment): RadioDirectory | null {
  const isPrivate = readChoice(env, 'IHR_PRIVATE', YES_OR_NO, 'false') === 'true';
  const token = env.IHR_TOKEN || null;
  if (token !== null && !/^[\x21-\x7e]+$/.test(token)) {
    throw new StartError('IHR_TOKEN must have visible ASCII characters only, without spaces.');
  }
  if (!env.IHR_URL) {
    if (token === null) return null;
    throw new StartError('IHR_TOKEN is set, but IHR_URL is not: it must name the directory.');
  }
  const url = readPlainUrl(env, 'IHR_URL', 'A password goes to IHR_TOKEN.');
  return { url, token, isPrivate };
}

function readPodcastIndex(env: Environment): Config['podcastIndex'] {
  const isPrivate = readChoice(env, 'PODCAST_INDEX_PRIVATE', YES_OR_NO, 'false') === 'true';
  if (!env.PODCAST_INDEX_URL) return null;
  return { url: readPlainUrl(env, 'PODCAST_INDEX_URL', 'It needs no password.'), isPrivate };
}

/** An address to which paths are added. */
function readPlainUrl(env: Environment, name: string, advice: string): string {
  const url = readUrl(env, name, '');
  const { username, password, search, hash } = new URL(url);
  if (username || password || search || hash) {
    throw new StartError(
      `${name} is "${withoutPassword(url)}": it must be an address without a password, a query and a fragment. ${advice}`,
    );
  }
  return url;
}

/** The service is used if all three parts of its app are there. No message repeats the secret. */
function readPusher(env: Environment): PusherSettings | null {
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
  // A service of another maker has one host for both.
  const host = env.PUSHER_HOST ? readUrl(env, 'PUSHER_HOST', '') : null;
  if (host && new URL(host).href !== `${new URL(host).origin}/`) {
    throw new StartError(
      `PUSHER_HOST is "${withoutPassword(host)}": it must be scheme, host and port alone.`,
    );
  }
  return {
    appId,
    key,
    secret,
    apiUrl: host ?? `https://api-${cluster}.pusher.com`,
    socketUrl: host ?? `https://ws-${cluster}.pusher.com`,
  };
}

function readHosts(env: Environment, name: string): string[] {
  const hosts = (env[name] ?? '').split(',').map((host) => host.trim());
  for (const host of hosts.filter(Boolean)) {
    if (URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host) continue;
    throw new StartError(
      `${name} is "${env[name]}": it must be a list of hosts such as podcasts.lan:8080,10.0.0.5.`,
    );
  }
  return hosts.filter(Boolean);
}

function readLogLevel(env: Environment): string {
  const level = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(level)) {
    throw new StartError(`LOG_LEVEL is "${level}": it must be one of ${LOG_LEVELS.join(', ')}.`);
  }
  return level;
}

const WORKERS = ['in-process', 'only', 'off'] as const;

function readWorker(env: Environment): Config['worker'] {
  const text = env.WORKER || 'in-process';
  const worker = WORKERS.find((name) => name === text);
  if (worker) return worker;
  throw new StartError(`WORKER is "${text}": it must be one of ${WORKERS.join(', ')}.`);
}

/** `Name <address>`, or only an address. */
function readMailFrom(env: Environment, fallback: Config['mailFrom']): Config['mailFrom'] {
  const text = env.MAIL_FROM?.trim();
  if (!text) return fallback;
  const [, name = '', address = text] = /^"?([^"<>\r\n]*?)"?\s*<([^<>]+)>$/.exec(text) ?? [];
  if (isMailAddress(address)) return { name, address };
  throw new StartError(
    `MAIL_FROM is "${text}": it must be an address such as Earshot <no-reply@pod.example>.`,
  );
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
