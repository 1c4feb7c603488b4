import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Shared } from './cdn-headers.ts';

export type Encoding = 'br' | 'gzip';

/** The content of an answer, before it has been sent. */
export interface Content {
  body: string | Buffer;
  /** Media type, with its charset. */
  type: string;
  /** 200 if left out. No other status is stored. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Stored with the answer for the code that made it, and never sent. */
  about?: unknown;
}

/** An answer that can be sent many times, in each requested encoding. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Identifies the content, without quotes. Each encoding appends a suffix. */
  readonly hash: string;
  readonly about?: unknown;
  readonly encoded: Map<Encoding, Buffer | Promise<Buffer>>;
  /** On the clock of `performance.now()`. After this time the answer is made again. */
  readonly staleAt?: number;
  /** If caches between this host and its readers may keep it too. */
  readonly shared?: Shared;
}

const COMPRESSED_FROM_BYTES = 1_024; // a smaller body fits into one packet anyway
const BROTLI_QUALITY = 5; // costs little more than gzip

const COMPRESS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
};

export function toAnswer({ body, type, status = 200, headers = {}, about }: Content): Answer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    status,
    headers: { ...headers, 'Content-Type': type },
    body: bytes,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    encoded: new Map(),
    about,
  };
}

/** The answer's body in an encoding. It is compressed once, also for simultaneous requests. */
export function encodedBody(
  answer: Answer,
  encoding: Encoding | null,
  onCompressed: (bytes: number) => void,
): Buffer | Promise<Buffer> {
  if (encoding === null) return answer.body;
  const known = answer.encoded.get(encoding);
  if (known) return known;
  const compressing = COMPRESS[encoding](answer.body).then((body) => {
    answer.encoded.set(encoding, body);
    onCompressed(body.length);
    return body;
  });
  answer.encoded.set(encoding, compressing);
  return compressing;
}

export const isWorthCompressing = ({ body }: Answer): boolean =>
  body.length >= COMPRESSED_FROM_BYTES;
