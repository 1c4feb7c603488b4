import { readFileSync } from 'node:fs';
import { StartError } from '../platform/start-error.ts';
import type { Environment } from './environment.ts';

/** The settings that hold secrets, or addresses with passwords. Each can be the content of a file instead. */
export const SECRETS = [
  'ADS_URL',
  'APPLE_PRIVATE_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'CDN_PURGE_TOKEN',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'FACEBOOK_APP_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'HOST_KEY',
  'IHR_TOKEN',
  'NUMBERS_URL',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PUSHER_SECRET',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TWITTER_CLIENT_SECRET',
  'TWITTER_CONSUMER_SECRET',
] as const;

const kept: ReadonlySet<string> = new Set(SECRETS);

/** White space around a value comes from files of settings, such as those of Windows. A secret may contain it. */
const trimmed = (env: Environment): Environment =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, kept.has(name) ? value : value?.trim()]),
  );

/**
 * The environment without white space around values, and with the contents of the files that it names: `DATABASE_URL_FILE`
 * is the path of a file with the `DATABASE_URL`, as secrets of containers are. Messages contain no secret.
 * @throws StartError if a file cannot be read, or if both are set
 */
export function withSecretFiles(given: Environment): Environment {
  const env = trimmed(given);
  const read: Record<string, string | undefined> = { ...env };
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) {
      throw new StartError(`${name} and ${name}_FILE are both set. Remove one of them.`);
    }
    read[name] = readSecret(`${name}_FILE`, path);
    delete read[`${name}_FILE`]; // other settings of a group look at all names that begin with S3_ or PUSHER_
  }
  return read;
}

function readSecret(name: string, path: string): string {
  const text = readText(name, path).replace(/\r?\n$/, '');
  if (text.trim() === '') throw new StartError(`${name} is "${path}": that file is empty.`);
  return text;
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new StartError(
      `${name} is "${path}": ${REASONS[code] ?? `it can't be read (${code})`}.`,
      { cause },
    );
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'this program may not read it',
};
