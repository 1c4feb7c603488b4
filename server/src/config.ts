import { resolve } from 'node:path';
import { readAds } from './config/ads.ts';
import { readBackups } from './config/backups.ts';
import { readAddressList, readNumbersPrefix, readNumbersUrl } from './config/download-numbers.ts';
import {
  type Environment,
  readChoice,
  readDomain,
  readFile,
  readSiteUrl,
  readUrl,
} from './config/environment.ts';
import { readFeedListeners } from './config/feed-listeners.ts';
import { noReplyAt, readMailFrom } from './config/mail.ts';
import {
  readCdn,
  readHosts,
  readMetricsAddress,
  readPusher,
  readTraces,
  readTrustProxy,
} from './config/network.ts';
import {
  readAudioLimits,
  readDrainSeconds,
  readMegabytes,
  readPoolSize,
  readPort,
  readRawDays,
} from './config/numbers.ts';
import { readPayments } from './config/payments.ts';
import { readRadioDirectory } from './config/radio-directory.ts';
import { withSecretFiles } from './config/secret-files.ts';
import { readHostKey, readSignIn } from './config/sign-in.ts';
import { readDatabase, readProxySends, readS3 } from './config/storage.ts';
import { StartError } from './platform/start-error.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Every setting of the environment. Only `readConfig` reads and checks them. */
export type Config = ReturnType<typeof readConfig>;

/** @throws StartError with the variable, its value and the expected form. */
export function readConfig(environment: Environment) {
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
    /** Absolute path. */
    dataDir: resolve(env.DATA_DIR || './data'),
    siteUrl,
    widgetUrl,
    apiUrl,
    authUrl: readUrl(env, 'AUTH_URL', siteUrl),
    mediaUrl,
    domain,
    productName,
    /** The purpose of this host in one line. Administrators write it on the site. */
    description: '',
    ...readAds(env),
    ...readDatabase(env),
    /** Maximum number of connections for queries. */
    databasePoolSize: readPoolSize(env),
    /** How long a stopping process continues to answer, for load balancers. */
    drainSeconds: readDrainSeconds(env),
    /** The largest file that a user may upload. */
    uploadMaxBytes: readMegabytes(env, 'UPLOAD_MAX_MB', 2_000),
    /** The total size of a user's uploads, unless the account has its own limit. */
    uploadQuotaBytes: readMegabytes(env, 'UPLOAD_QUOTA_MB', 20_000),
    /** The ClickHouse database with the log of requests for audio. Null if the log is in the database of everything. */
    numbersUrl: readNumbersUrl(env),
    /** Caches in front of this host that take purges. Null without them. */
    cdn: readCdn(env),
    /** Days for which requests for audio stay in the log. */
    numbersRawDays: readRawDays(env),
    /** How repeated requests are joined in figures, unless a reader asks for another window. */
    numbersWindow: readChoice(
      env,
      'NUMBERS_WINDOW',
      ['calendar', 'rolling', 'extending'],
      'rolling',
    ),
    /** The file with the countries of addresses. Null for the installed one. */
    countryFile: readAddressList(env, 'NUMBERS_COUNTRY_FILE'),
    /** The file with the networks of addresses. Null if unset: then no network is known. */
    networkFile: readAddressList(env, 'NUMBERS_NETWORK_FILE'),
    /** The beginning of the addresses of audio in public feeds, for a service that counts downloads. Null if unset. */
    numbersPrefix: readNumbersPrefix(env),
    /** On if the players of this host report how much of each episode is heard. */
    numbersListening: readChoice(env, 'NUMBERS_LISTENING', ['on', 'off'], 'off'),
    /** Null if media is stored in a folder of `dataDir`. */
    s3: readS3(env),
    /** Null if this host makes no backups on its own. */
    backups: readBackups(env),
    /** Whether the proxy in front of this server sends the audio. */
    proxySends: readProxySends(env),
    logLevel: readChoice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    /** Where a monitoring system asks this process for its numbers. Null if it is not measured. */
    metricsAddress: readMetricsAddress(env),
    /** The receiver of traces. Null if there is none. */
    traces: readTraces(env),
    /** On if the site's scripts report the duration of their jobs to the log. */
    metrics: readChoice(env, 'METRICS', ['on', 'off'], 'off'),
    /** Whether programs that collect pages may read this host. */
    robots: readChoice(env, 'ROBOTS', ['allow', 'disallow'], 'allow'),
    /** Access to signup: all visitors, visitors with an invite, or none. */
    signup: readChoice(env, 'SIGNUP', ['open', 'invite', 'closed'], 'open'),
    /** Whether this process runs jobs: besides serving, instead of serving, or not at all. */
    worker: readChoice(env, 'WORKER', ['in-process', 'only', 'off'], 'in-process'),
    /** Null if mails are written as files below `dataDir`. */
    smtpUrl: env.SMTP_URL ? readUrl(env, 'SMTP_URL', '', /^smtps?:$/) : null,
    mailFrom: readMailFrom(env, { name: null, address: noReplyAt(domain) }),
    /** Hosts with port on private networks that users may import from. All other hosts must be public. */
    privateHosts: readHosts(env, 'IMPORT_PRIVATE_HOSTS'),
    ...readFeedListeners(env),
    /** The browser that opens pages of blogs. */
    chromium: {
      /** Null looks in the usual places. */
      path: readFile(env, 'CHROMIUM_PATH'),
      hasSandbox: readChoice(env, 'CHROMIUM_SANDBOX', ['on', 'off'], 'on') === 'on',
    },
    /** The radio directory for the shows of this host. Null if there is none. */
    radioDirectory: readRadioDirectory(env),
    /** Null if the processes of this host share everything through the database. */
    redisUrl: env.REDIS_URL ? readUrl(env, 'REDIS_URL', '', /^rediss?:$/) : null,
    /** Null if this server itself speaks the Pusher protocol with browsers. */
    pusher: readPusher(env),
    /** Null if this host takes no payments. */
    payments: readPayments(env),
    signIn: readSignIn(env),
    /** Encrypts credentials of other services in the database. Null: a file of `dataDir` holds the key. */
    hostKey: readHostKey(env),
    ...readAudioLimits(env),
    /** Off if a proxy counts requests, or to measure the server itself. */
    rateLimits: readChoice(env, 'RATE_LIMITS', ['on', 'off'], 'on'),
    /** Proxies whose forwarded headers are trusted: addresses, ranges or names of ranges. True trusts all. */
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
