import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from 'earshot/contract';
import { invalid } from '../../platform/http/refusal.ts';

export interface Digest {
  /** A name for `createHash`. */
  algorithm: string;
  digest: Buffer;
}

/** For the header Upload-Checksum. The protocol requires SHA-1. */
export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'sha512', 'md5'] as const;

/**
 * Reads Upload-Checksum (https://tus.io/protocols/resumable-upload#checksum). Null if the request has no such header.
 * @throws AppError INVALID_REQUEST
 */
export function readUploadChecksum(header: string | undefined): Digest | null {
  if (header === undefined) return null;
  const [algorithm = '', text = ''] = header.trim().split(/\s+/);
  if (!(CHECKSUM_ALGORITHMS as readonly string[]).includes(algorithm)) {
    throw invalid('Upload-Checksum', 'among', { values: CHECKSUM_ALGORITHMS.join(', ') });
  }
  return { algorithm, digest: toBytes(text, { algorithm, header: 'Upload-Checksum' }) };
}

const NAMES: Readonly<Record<string, string>> = {
  'sha-512': 'sha512',
  'sha-256': 'sha256',
  sha: 'sha1',
  md5: 'md5',
};

/**
 * Reads the digests of a whole file: Repr-Digest (RFC 9530), and its predecessors Digest (RFC 3230) and Content-MD5.
 * Unknown algorithms are ignored, as RFC 9530 requires.
 * @throws AppError INVALID_REQUEST
 */
export function readDigests(headers: IncomingHttpHeaders): Digest[] {
  const md5 = headers['content-md5'];
  return [
    ...listed(headers['repr-digest'], 'Repr-Digest', /^([\w-]+)=:(\S*):$/),
    ...listed(headers.digest, 'Digest', /^([\w-]+)=(\S+)$/),
    ...listed(md5 === undefined ? md5 : `md5=${md5}`, 'Content-MD5', /^(md5)=(\S+)$/),
  ];
}

function listed(value: string | string[] | undefined, header: string, pattern: RegExp): Digest[] {
  if (value === undefined) return [];
  return String(value)
    .split(',')
    .flatMap((entry) => {
      const [, name = '', text = ''] = pattern.exec(entry.trim()) ?? [];
      if (name === '') throw invalid(header, 'must be an algorithm and a digest in Base64');
      const algorithm = NAMES[name.toLowerCase()];
      return algorithm ? [{ algorithm, digest: toBytes(text, { algorithm, header }) }] : [];
    });
}

function toBytes(text: string, { algorithm, header }: { algorithm: string; header: string }) {
  const digest = Buffer.from(text, 'base64');
  const { length } = createHash(algorithm).digest();
  if (digest.length !== length) throw invalid(header, `must have ${length} bytes in Base64`);
  return digest;
}

/**
 * Passes a file on and compares it with its digests at the end.
 * @throws AppError CHECKSUM_MISMATCH, while it is read, in place of the end
 */
export async function* verified(
  source: AsyncIterable<Buffer>,
  digests: readonly Digest[],
): AsyncGenerator<Buffer> {
  const hashes = digests.map(({ algorithm }) => createHash(algorithm));
  for await (const chunk of source) {
    for (const hash of hashes) hash.update(chunk);
    yield chunk;
  }
  const isDamaged = hashes.some((hash, index) => {
    const { digest } = digests[index] as Digest;
    return !hash.digest().equals(digest);
  });
  if (isDamaged) throw new AppError('CHECKSUM_MISMATCH');
}
