import { resolve } from 'node:path';
import { readAddressList } from './config/address-lists.ts';
import { type AdSettings, readAds } from './config/ads.ts';
import { readBackups } from './config/backups.ts';
import { readCdn } from './config/cdn.ts';
import { type ChromiumSettings, readChromium } from './config/chromium.ts';
import { readDatabase } from './config/database.ts';
import {
  type Environment,
  readChoice,
  readDomain,
  readSiteUrl,
  readUrl,
} from './config/environment.ts';
import { type FeedListeners, readFeedListeners } from './config/feed-listeners.ts';
import { type MailSender, noReplyAt, readMailFrom } from './config/mail.ts';
import { readMetricsAddress } from './config/metrics.ts';
import { readHosts, readTrustProxy } from './config/network.ts';
import {
  readAudioLimits,
  readDrainSeconds,
  readMegabytes,
  readPoolSize,
  readPort,
  readRawDays,
} from './config/numbers.ts';
import { readNumbersPrefix } from './config/numbers-prefix.ts';
import { readNumbersUrl } from './config/numbers-url.ts';
import { type PaymentSettings, readPayments } from './config/payments.ts';
import { readPusher } from './config/pusher.ts';
import { type RadioDirectory, readRadioDirectory } from './config/radio-directory.ts';
import { withSecretFiles } from './config/secret-files.ts';
import { readHostKey, readSignIn, type SignInSettings } from './config/sign-in.ts';
import { readProxySends, readS3 } from './config/storage.ts';
import { readTraces } from './config/traces.ts';
import type { BackupSettings } from './platform/backup/backup-settings.ts';
import type { CdnSettings } from './platform/cache/purge-cdn.ts';
import type { AudioLimits } from './platform/limits/throttle-audio.ts';
import type { PusherSettings } from './platform/push/pusher-settings.ts';
import { StartError } from './platform/start-error.ts';
import type { ProxySends } from './platform/storage/folder-store.ts';
import type { S3Settings } from './platform/storage/s3-settings.ts';
import type { TraceSettings } from './platform/traces/open-traces.ts';

/** Every setting of the environment. Only `readConfig` reads and checks them. */
export interface Config extends AdSettings, FeedListeners, AudioLimits {
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
  /** The purpose of this host in one line. Administrators write it on the site. */
  description: string;
  /** Null for the embedded PostgreSQL, with its files under `dataDir`. */
  databaseUrl: string | null;
  /** The server itself, if `databaseUrl` is a pooler in front of it. Else null. */
  databaseDirectUrl: string | null;
  /** A streaming replica that makes public answers. Null if there is none. */
  databaseReadUrl: string | null;
  /** Maximum number of connections for queries. */
  databasePoolSize: number;
  /** How long a stopping process continues to answer, for load balancers. */
  drainSeconds: number;
  /** The largest file that a user may upload. */
  uploadMaxBytes: number;
  /** The total size of a user's uploads, unless the account has its own limit. */
  uploadQuotaBytes: number;
  /** The ClickHouse database with the log of requests for audio. Null if the log is in the database of everything. */
  numbersUrl: string | null;
  /** Caches in front of this host that take purges. Null without them. */
  cdn: CdnSettings | null;
  /** Days for which requests for audio stay in the log. */
  numbersRawDays: number;
  /** How repeated requests are joined in figures, unless a reader asks for another window. */
  numbersWindow: 'calendar' | 'rolling' | 'extending';
  /** The file with the countries of addresses. Null for the installed one. */
  countryFile: string | null;
  /** The file with the networks of addresses. Null if unset: then no network is known. */
  networkFile: string | null;
  /** The beginning of the addresses of audio in public feeds, for a service that counts downloads. Null if unset. */
  numbersPrefix: string | null;
  /** On if the players of this host report how much of each episode is heard. */
  numbersListening: 'on' | 'off';
  /** Null if media is stored in a folder of `dataDir`. */
  s3: S3Settings | null;
  /** Null if this host makes no backups on its own. */
  backups: BackupSettings | null;
  /** Whether the proxy in front of this server sends the audio. */
  proxySends: ProxySends;
  logLevel: string;
  /** Where a monitoring system asks this process for its numbers. Null if it is not measured. */
  metricsAddress: { port: number; host: string } | null;
  /** The receiver of traces. Null if there is none. */
  traces: TraceSettings | null;
  /** On if the site's scripts report the duration of their jobs to the log. */
  metrics: 'on' | 'off';
  /** Whether programs that collect pages may read this host. */
  robots: 'allow' | 'disallow';
  /** Access to signup: all visitors, visitors with an invite, or none. */
  signup: 'open' | 'invite' | 'closed';
  /** Whether this process runs jobs: besides serving, instead of serving, or not at all. */
  worker: 'in-process' | 'only' | 'off';
  /** Null if mails are written as files below `dataDir`. */
  smtpUrl: string | null;
  mailFrom: MailSender;
  /** Hosts with port on private networks that users may import from. All other hosts must be public. */
  privateHosts: string[];
  /** The browser that opens pages of blogs. */
  chromium: ChromiumSettings;
  /** The radio directory for the shows of this host. Null if there is none. */
  radioDirectory: RadioDirectory | null;
  /** Null if this host takes no payments. */
  payments: PaymentSettings | null;
  signIn: SignInSettings;
  /** Encrypts credentials of other services in the database. Null: a file of `dataDir` holds the key. */
  hostKey: string | null;
  /** Null if this server itself speaks the Pusher protocol with browsers. */
  pusher: PusherSettings | null;
  /** Null if the processes of this host share everything through the database. */
  redisUrl: string | null;
  /** Off if a proxy counts requests, or to measure the server itself. */
  rateLimits: 'on' | 'off';
  /** Proxies whose forwarded headers are trusted: addresses, ranges or names of ranges. True trusts all. */
  trustProxy: string[] | boolean;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws StartError with the variable, its value and the expected form. */
export function readConfig(environment: Environment): Config {
  const env = withSecretFiles(environment);
  const port = readPort(env);
  const siteUrl = readSiteUrl(env, `http://localhost:${port}`);
  const widgetUrl = readUrl(env, 'WIDGET_URL', siteUrl);
  const domain = readDomain(env, new URL(siteUrl).hostname);
  const productName = env.PRODUCT_NAME?.trim() || 'Earshot';
  const apiUrl = readUrl(env, 'API_URL', `${siteUrl}/api`);
  const mediaUrl = readUrl(env, 'MEDIA_URL', `${siteUrl}/media`);
  const [SITE_URL, WIDGET_URL, MEDIA_URL] = [siteUrl, widgetUrl, mediaUrl];
  refuseSame('API_URL', apiUrl, { SITE_URL, WIDGET_URL, MEDIA_URL });
  refuseSame('MEDIA_URL', mediaUrl, { SITE_URL, WIDGET_URL });
  return {
    port,
    host: env.HOST || '0.0.0.0',
    dataDir: resolve(env.DATA_DIR || './data'),
    siteUrl,
    widgetUrl,
    apiUrl,
    authUrl: readUrl(env, 'AUTH_URL', siteUrl),
    mediaUrl,
    domain,
    productName,
    description: '',
    ...readAds(env),
    ...readDatabase(env),
    databasePoolSize: readPoolSize(env),
    drainSeconds: readDrainSeconds(env),
    uploadMaxBytes: readMegabytes(env, 'UPLOAD_MAX_MB', 2_000),
    uploadQuotaBytes: readMegabytes(env, 'UPLOAD_QUOTA_MB', 20_000),
    numbersUrl: readNumbersUrl(env),
    cdn: readCdn(env),
    numbersRawDays: readRawDays(env),
    numbersWindow: readChoice(
      env,
      'NUMBERS_WINDOW',
      ['calendar', 'rolling', 'extending'] as const,
      'rolling',
    ),
    countryFile: readAddressList(env, 'NUMBERS_COUNTRY_FILE'),
    networkFile: readAddressList(env, 'NUMBERS_NETWORK_FILE'),
    numbersPrefix: readNumbersPrefix(env),
    numbersListening: readChoice(env, 'NUMBERS_LISTENING', ['on', 'off'] as const, 'off'),
    s3: readS3(env),
    backups: readBackups(env),
    proxySends: readProxySends(env),
    logLevel: readChoice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    metricsAddress: readMetricsAddress(env),
    traces: readTraces(env),
    metrics: readChoice(env, 'METRICS', ['on', 'off'] as const, 'off'),
    robots: readChoice(env, 'ROBOTS', ['allow', 'disallow'] as const, 'allow'),
    signup: readChoice(env, 'SIGNUP', ['open', 'invite', 'closed'], 'open'),
    worker: readChoice(env, 'WORKER', ['in-process', 'only', 'off'], 'in-process'),
    smtpUrl: env.SMTP_URL ? readUrl(env, 'SMTP_URL', '', /^smtps?:$/) : null,
    mailFrom: readMailFrom(env, { name: null, address: noReplyAt(domain) }),
    privateHosts: readHosts(env, 'IMPORT_PRIVATE_HOSTS'),
    ...readFeedListeners(env),
    chromium: readChromium(env),
    radioDirectory: readRadioDirectory(env),
    redisUrl: env.REDIS_URL ? readUrl(env, 'REDIS_URL', '', /^rediss?:$/) : null,
    pusher: readPusher(env),
    payments: readPayments(env),
    signIn: readSignIn(env),
    hostKey: readHostKey(env),
    ...readAudioLimits(env),
    rateLimits: readChoice(env, 'RATE_LIMITS', ['on', 'off'] as const, 'on'),
    trustProxy: readTrustProxy(env),
  };
}

/** Only the address says whether a request is for the API, for media or for another part. */
function refuseSame(name: string, url: string, others: Readonly<Record<string, string>>): void {
  const same = Object.keys(others).find((other) => others[other] === url);
  if (same === undefined) return;
  throw new StartError(
    `${name} is "${url}", the same as ${same}. It needs a path or a host of its own.`,
  );
}
