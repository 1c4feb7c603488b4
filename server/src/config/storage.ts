import { StartError } from '../platform/start-error.ts';
import { PROXY_SENDS, type ProxySends } from '../platform/storage/folder-store.ts';
import type { S3Settings } from '../platform/storage/s3-settings.ts';
import { type Environment, readChoice, readUrl } from './environment.ts';

/** The storage is S3 if a bucket is named. */
export function readS3(env: Environment): S3Settings | null {
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
      readChoice(env, 'S3_FORCE_PATH_STYLE', ['true', 'false'], endpoint ? 'true' : 'false') ===
      'true',
    reads: readChoice(env, 'S3_READS', ['proxy', 'presigned'] as const, 'proxy'),
  };
}

/** The sender of audio that is in a folder: this server, or the proxy in front of it. */
export function readProxySends(env: Environment): ProxySends {
  const sends = readChoice(env, 'MEDIA_SENDFILE', PROXY_SENDS, 'off');
  if (sends === 'off' || !env.S3_BUCKET) return sends;
  throw new StartError('MEDIA_SENDFILE needs media in a folder, but S3_BUCKET is set.');
}

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
