import { createHash, createHmac } from 'node:crypto';
import type { S3Settings } from './s3-settings.ts';

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** An address expires after six hours: longer than most episodes, so that a seek near the end still works. */
const PRESIGNED_FOR_S = 21_600;

/**
 * Makes addresses at which the storage sends an object without further credentials
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html).
 */
export function createPresigner(
  { endpoint, region, bucket, forcePathStyle }: Omit<S3Settings, 'credentials' | 'reads'>,
  findCredentials: () => Promise<Credentials>,
  now: () => Date = () => new Date(),
) {
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const folder = base.pathname.replace(/\/$/, '') + (forcePathStyle ? `/${bucket}` : '');
  const host = forcePathStyle ? base.host : `${bucket}.${base.host}`;

  return async (
    key: string,
    query: Readonly<Record<string, string>>,
    expiresIn = PRESIGNED_FOR_S,
  ): Promise<string> => {
    const { accessKeyId, secretAccessKey, sessionToken } = await findCredentials();
    const time = now()
      .toISOString()
      .replace(/[-:]|\.\d+/g, '');
    const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
    const path = `${folder}/${key.split('/').map(encode).join('/')}`;
    const search = canonical({
      ...query,
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `${accessKeyId}/${scope}`,
      'X-Amz-Date': time,
      'X-Amz-Expires': String(expiresIn),
      ...(sessionToken ? { 'X-Amz-Security-Token': sessionToken } : {}),
      'X-Amz-SignedHeaders': 'host',
    });
    const request = ['GET', path, search, `host:${host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
    const hash = createHash('sha256').update(request).digest('hex');
    const text = ['AWS4-HMAC-SHA256', time, scope, hash].join('\n');
    const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
    const signature = hmac(signingKey, text).toString('hex');
    return `${base.protocol}//${host}${path}?${search}&X-Amz-Signature=${signature}`;
  };
}

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

function canonical(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

/** encodeURIComponent leaves five characters that the signature requires to be encoded. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
