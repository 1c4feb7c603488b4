import { Readable } from 'node:stream';
import { type Locker, Server, type ServerOptions } from '@tus/server';
import { AppError, type ErrorReason } from 'earshot/contract';
import type { Locks } from '../../platform/database/locks.ts';
import type { Digest } from './digests.ts';
import { finishUpload } from './finish-upload.ts';
import { TusStore } from './tus-store.ts';
import { createUpload, removeUpload, type UploadDeps } from './uploads.ts';

const WAIT_FOR_LOCK_MS = 15_000;
/** A request that another one waits for has this long to end before it is cut. */
const LET_GO_AFTER_MS = 1_000;

export interface TusRequest {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  /** Null for a new upload. */
  uploadId: number | null;
  userId: number;
  headers: Readonly<Record<string, string>>;
  body: Readable | null;
  checksum: Digest | null;
  /** Where all uploads are. The id is put behind it. */
  address: string;
  /** An upload that takes longer to finish is finished after the answer. */
  finishWithinMs: number;
  /** Called with work that may go on after the answer. */
  onWork(work: Promise<void>): void;
}

export interface TusAnswer {
  status: number;
  headers: Headers;
  uploadId: number;
}

/**
 * Answers a request of the tus protocol (https://tus.io/protocols/resumable-upload).
 * @throws AppError, or the error of the database or the storage
 */
export async function answerTus(deps: UploadDeps, request: TusRequest): Promise<TusAnswer> {
  let { uploadId } = request;
  let failure: unknown = null;
  const datastore = new TusStore(deps, request.checksum);
  const server = new Server({
    ...commonOptions(deps, request),
    datastore,
    locker: createLocker(deps.locks, datastore),
    getFileIdFromRequest: () => String(uploadId),
    async namingFunction(_request, metadata = {}) {
      uploadId = await announce(deps, request, metadata);
      return String(uploadId);
    },
    onResponseError(_request, error) {
      failure = error;
      return undefined;
    },
  });
  const answer = await server.handleWeb(toWeb(request));
  if (answer.ok) return { status: answer.status, headers: answer.headers, uploadId: uploadId ?? 0 };
  // Without an answer that names it, the client could never go on with it.
  if (request.method === 'POST' && uploadId !== null) await removeUpload(deps, uploadId);
  throw await toError(datastore.failure ?? failure, answer);
}

function commonOptions(
  deps: UploadDeps,
  { address, finishWithinMs, onWork }: TusRequest,
): Omit<ServerOptions, 'locker'> {
  return {
    path: new URL(address).pathname,
    lockDrainTimeout: LET_GO_AFTER_MS,
    maxSize: deps.config.uploadMaxBytes,
    generateUrl: (_request, { id }) => `${address}/${id}`,
    async onUploadFinish(_request, { id }) {
      const finishing = finishUpload(deps, Number(id));
      onWork(finishing);
      await within(finishing, finishWithinMs);
      return {};
    },
  };
}

/** Resolves when the work is done, has failed, or takes too long. */
function within(work: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}

function announce(
  deps: UploadDeps,
  { userId, headers }: TusRequest,
  metadata: Readonly<Record<string, string | null>>,
): Promise<number> {
  const length = headers['upload-length'];
  const declaredSize = length === undefined ? null : Number(length);
  return createUpload(deps, {
    userId,
    // Clients do not agree on the names.
    fileName: metadata.filename ?? metadata.name ?? null,
    mimeType: metadata.filetype ?? metadata.type ?? null,
    declaredSize,
    reservedSize: declaredSize ?? 0,
    metadata: headers['upload-metadata'] ?? '',
    repack: metadata.repack !== 'false',
  });
}

function createLocker(locks: Locks, datastore: TusStore): Locker {
  return {
    newLock(id) {
      let release: (() => Promise<void>) | null = null;
      return {
        async lock(signal, letGo) {
          const onWanted = () => void letGo();
          const options = { waitMs: WAIT_FOR_LOCK_MS, onWanted, signal };
          release = await locks.acquire(`upload:${id}`, options);
          if (!release) throw new AppError('LOCKED');
        },
        async unlock() {
          await datastore.settled;
          await release?.();
        },
      };
    },
  };
}

function toWeb({ address, uploadId, method, headers, body }: TusRequest): Request {
  const init: RequestInit & { duplex?: 'half' } = { method, headers };
  if (body) Object.assign(init, { body: Readable.toWeb(body), duplex: 'half' });
  return new Request(`${address}/${uploadId ?? ''}`, init);
}

const REASONS: Readonly<Record<number, ErrorReason>> = {
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  501: 'INVALID_REQUEST',
};

/** Says more about the answers of the library that clients must act on. */
const WORDS: Readonly<Record<number, string>> = {
  409: 'Upload-Offset: is not where the upload goes on; ask for the offset with HEAD',
  410: 'media_id: this upload has expired; begin again',
  501: 'Upload-Concat: is not supported; send the file in one upload',
};

/** The library names a header and says nothing about what it must be. */
const HEADER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^Upload-Length or Upload-Defer/i, 'Upload-Length: is required, or Upload-Defer-Length: 1'],
  [/^Invalid upload-length/i, 'Upload-Length: must be a whole number of bytes, such as 1048576'],
  [/^Invalid upload-defer-length/i, 'Upload-Defer-Length: must be 1'],
  [/^Invalid upload-offset/i, 'Upload-Offset: must be a whole number of bytes, such as 0'],
  [
    /^(Invalid upload-metadata|Upload-Metadata is invalid)/i,
    'Upload-Metadata: must be pairs of a key and a Base64 value, separated by commas, each key once',
  ],
  [/^upload's size exceeded/i, 'Upload-Length: is smaller than what was sent'],
];

function wordsOf(text: string): string {
  return HEADER_WORDS.find(([said]) => said.test(text))?.[1] ?? text;
}

/** The library gives its own errors a status, and a text that ends with a line. */
async function toError(failure: unknown, answer: Response): Promise<unknown> {
  const isOwn = (failure as { status_code?: number } | null)?.status_code !== undefined;
  if (failure instanceof Error && !isOwn) return failure;
  const { status } = answer;
  const reason = REASONS[status] ?? (status < 500 ? 'INVALID_REQUEST' : 'SERVER_ERROR');
  if (reason === 'SERVER_ERROR') return new AppError(reason, { cause: failure });
  return new AppError(reason, {
    messages: [WORDS[status] ?? wordsOf((await answer.text()).trim())],
  });
}
