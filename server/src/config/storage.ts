import { StartError } from '../platform/start-error.ts';
import { PROXY_SENDS, type ProxySends } from '../platform/storage/folder-store.ts';
import type { S3Settings } from '../platform/storage/s3-settings.ts';
import { type Environment, readChoice, readUrl } from './environment.ts';

/** The storage is S3 if a bucket is named. */
export function readS3(env: Environment): S3Settings | null {
  const bucket = readBucket(env, 'S3_');
  return (
    bucket && { ...bucket, reads: readChoice(env, 'S3_READS', ['proxy', 'presigned'], 'proxy') }
  );
}

/** The settings of a bucket. Null if no bucket is named. */
export function readBucket(
  env: Environment,
  /** The beginning of the names of its settings. */
  prefix: 'S3_' | 'BACKUP_S3_',
): S3Settings | null {
  const name = (setting: string) => `${prefix}${setting}`;
  const bucket = env[name('BUCKET')];
  if (!bucket) return refuseLeftovers(env, prefix);
  const endpoint = env[name('ENDPOINT')] ? readUrl(env, name('ENDPOINT'), '') : null;
  return {
    endpoint,
    region: env[name('REGION')] || 'us-east-1',
    bucket,
    credentials: readCredentials(env, prefix),
    // Amazon's own servers expect the bucket in the name of the host, most others in the path.
    forcePathStyle:
      readChoice(env, name('FORCE_PATH_STYLE'), ['true', 'false'], endpoint ? 'true' : 'false') ===
      'true',
    reads: 'proxy',
  };
}

/** The sender of audio that is in a folder: this server, or the proxy in front of it. */
export function readProxySends(env: Environment): ProxySends {
  const sends = readChoice(env, 'MEDIA_SENDFILE', PROXY_SENDS, 'off');
  if (sends === 'off' || !env.S3_BUCKET) return sends;
  throw new StartError('MEDIA_SENDFILE needs media in a folder, but S3_BUCKET is set.');
}

function refuseLeftovers(env: Environment, prefix: string): null {
  const leftover = Object.keys(env).find((name) => name.startsWith(prefix) && env[name]);
  if (leftover === undefined) return null;
  throw new StartError(`${leftover} is set, but ${prefix}BUCKET is not: it must name the bucket.`);
}

function readCredentials(env: Environment, prefix: string): S3Settings['credentials'] {
  const [id, secret] = [`${prefix}ACCESS_KEY_ID`, `${prefix}SECRET_ACCESS_KEY`] as const;
  const { [id]: accessKeyId, [secret]: secretAccessKey } = env;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey };
  if (!accessKeyId && !secretAccessKey) return null;
  throw new StartError(
    `${id} and ${secret} belong together: set both, or neither to use the role of the machine.`,
  );
}

const POSTGRES = /^postgres(ql)?:$/;

/** The database, the way around its pooler, and its replica. */
export function readDatabase(env: Environment) {
  const read = (name: string) => (env[name] ? readUrl(env, name, '', POSTGRES) : null);
  const databaseUrl = read('DATABASE_URL');
  const databaseDirectUrl = read('DATABASE_DIRECT_URL');
  if (databaseDirectUrl && !databaseUrl) {
    throw new StartError(
      'DATABASE_DIRECT_URL is set, but DATABASE_URL is not: it must name the pooler in front of that database.',
    );
  }
  const databaseReadUrl = read('DATABASE_READ_URL');
  if (databaseReadUrl && !databaseUrl) {
    throw new StartError(
      'DATABASE_READ_URL is set, but DATABASE_URL is not: it must name the primary of that replica.',
    );
  }
  return {
    /** Null for the embedded PostgreSQL, with its files under `dataDir`. */
    databaseUrl,
    /** The server itself, if `databaseUrl` is a pooler in front of it. Else null. */
    databaseDirectUrl,
    /** A streaming replica that makes public answers. Null if there is none. */
    databaseReadUrl,
  };
}
