import type { Readable } from 'node:stream';
import { API_ROUTES, AppError } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { EXPOSED } from '../../platform/http/open-answers.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { invalid, Refusal } from '../../platform/http/refusal.ts';
import { hasBody } from '../../platform/http/slow-body.ts';
import { CHECKSUM_ALGORITHMS, readUploadChecksum } from './digests.ts';
import { EXPIRES_AFTER_MS } from './repository.ts';
import { MediaParams } from './schema.ts';
import { findCurrent, type Piece, storePiece, withUpload } from './tus.ts';
import {
  headerOf,
  METHODS,
  readMetadata,
  readMethod,
  readNewLength,
  readNumber,
} from './tus-headers.ts';
import { createUpload, removeUpload, UPLOAD_PACE, type UploadDeps } from './uploads.ts';

const VERSION = '1.0.0';
/** Proxies give up on an answer after a minute. An upload that takes longer is finished after the answer. */
const FINISH_WITHIN_MS = 25_000;
const BODY_TYPE = 'application/offset+octet-stream';
const EXTENSIONS =
  'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum';
/** Headers that scripts of other origins may read besides those of any answer. */
const TUS_HEADERS = [
  ...['Location', 'Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
  ...['Tus-Checksum-Algorithm', 'Upload-Offset', 'Upload-Length', 'Upload-Defer-Length'],
  ...['Upload-Metadata', 'Upload-Expires', 'Earshot-Media-Id'],
];
const cors = {
  exposedHeaders: [...EXPOSED, ...TUS_HEADERS],
  methods: [...METHODS, 'OPTIONS'],
  maxAge: 86_400,
};

/** Resumable uploads by the tus protocol (https://tus.io/protocols/resumable-upload). */
export const tusRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const running = new Set<Promise<unknown>>();
  function track<Work extends Promise<unknown>>(work: Work): Work {
    const end = () => running.delete(work);
    running.add(work);
    work.then(end, end);
    return work;
  }
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('preHandler', async (request, reply) => requireVersion(request, reply));
  app.addHook('onSend', async (_request, reply) => {
    reply.header('Tus-Resumable', VERSION);
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
  });
  // Bytes that arrived on a broken connection are recorded before the database is closed.
  app.addHook('onClose', async () => void (await Promise.allSettled([...running])));

  const { create, ...verbs } = createVerbs(deps, track);
  const route = { rawBody: true, bodyPace: UPLOAD_PACE, cors };

  app.post(apiPath('uploads', config), {
    config: { ...route, action: 'upload.create', limit: 'upload' },
    schema: { summary: 'Begins a resumable upload (tus 1.0)', response: { 201: Type.Null() } },
    handler(request, reply) {
      if (readMethod(request.method, request.headers) !== 'POST')
        throw new AppError('METHOD_NOT_ALLOWED');
      return create(request, reply, 0);
    },
  });

  app.route({
    method: [...METHODS],
    url: apiPath('upload', config),
    config: { ...route, action: 'upload.edit', limit: 'upload_piece' },
    schema: {
      summary: 'Sends a piece of a resumable upload, or ends it (tus 1.0)',
      params: MediaParams,
      response: { '2xx': Type.Null() },
    },
    handler(request, reply) {
      const method = readMethod(request.method, request.headers);
      if (method === 'POST') throw new AppError('METHOD_NOT_ALLOWED');
      const { media_id: uploadId } = request.params;
      return verbs[method](request, reply.header('Earshot-Media-Id', uploadId), uploadId);
    },
  });

  for (const name of ['uploads', 'upload'] as const) {
    app.options(apiPath(name, config), {
      config: { action: 'api.read', cors: { ...cors, preflightContinue: true } },
      schema: { hide: true },
      handler: async (_request, reply) =>
        reply
          .code(204)
          .headers({
            'Tus-Version': VERSION,
            'Tus-Extension': EXTENSIONS,
            'Tus-Max-Size': config.uploadMaxBytes,
            'Tus-Checksum-Algorithm': CHECKSUM_ALGORITHMS.join(),
          })
          .send(),
    });
  }
};

type Handler = (request: FastifyRequest, reply: FastifyReply, uploadId: number) => Promise<void>;
type Track = <Work extends Promise<unknown>>(work: Work) => Work;

/** The verbs of the protocol. `track` registers work that must end before the database closes. */
function createVerbs(deps: UploadDeps, track: Track) {
  const address = deps.config.apiUrl + API_ROUTES.uploads;

  const create: Handler = async (request, reply) => {
    const { headers } = request;
    const declaredSize = readNewLength(headers);
    const metadata = readMetadata(headers);
    const uploadId = await createUpload(deps, {
      userId: memberId(request),
      // Clients do not agree on the names.
      fileName: metadata.filename ?? metadata.name ?? null,
      mimeType: metadata.filetype ?? metadata.type ?? null,
      declaredSize,
      reservedSize: declaredSize ?? 0,
      metadata: headerOf(headers, 'upload-metadata') ?? '',
      repack: metadata.repack !== 'false',
    });
    reply.code(201).headers({ Location: `${address}/${uploadId}`, 'Earshot-Media-Id': uploadId });
    if (!takesBody(request)) {
      const expires = new Date(Date.now() + EXPIRES_AFTER_MS).toUTCString();
      return void (await reply.header('Upload-Expires', expires).send());
    }
    try {
      await sendPiece(request, reply, { ...readBody(request), uploadId, offset: 0, length: null });
    } catch (error) {
      // Without an answer that names it, the client could never continue it.
      await removeUpload(deps, uploadId);
      throw error;
    }
  };

  const patch: Handler = async (request, reply, uploadId) => {
    const { headers } = request;
    requireBodyType(headers);
    const offset = readNumber(headers, 'upload-offset');
    if (offset === null) throw invalid('Upload-Offset', 'required');
    const length = readNumber(headers, 'upload-length');
    await sendPiece(request, reply.code(204), { ...readBody(request), uploadId, offset, length });
  };

  async function sendPiece(request: FastifyRequest, reply: FastifyReply, piece: Piece) {
    const { offset, expiresAt, finishing } = await track(storePiece(deps, piece));
    if (finishing) {
      track(finishing);
      finishing.catch((error) => request.log.warn(error, 'An upload is finished later.'));
      await within(finishing, FINISH_WITHIN_MS);
    }
    reply.header('Upload-Offset', offset);
    if (expiresAt) reply.header('Upload-Expires', expiresAt.toUTCString());
    await reply.send();
  }

  const head: Handler = async (_request, reply, uploadId) => {
    // A request that still sends is asked to end, so that the client can continue from what has arrived.
    const { declaredSize, receivedSize, metadata } = await withUpload(deps, uploadId, () =>
      findCurrent(deps, uploadId),
    );
    reply.headers({
      'Upload-Offset': receivedSize,
      ...(declaredSize === null
        ? { 'Upload-Defer-Length': '1' }
        : { 'Upload-Length': declaredSize }),
      ...(metadata === '' ? {} : { 'Upload-Metadata': metadata }),
    });
    await reply.code(200).send();
  };

  const remove: Handler = async (_request, reply, uploadId) => {
    await withUpload(deps, uploadId, () => removeUpload(deps, uploadId));
    await reply.code(204).send();
  };

  return { create, PATCH: patch, HEAD: head, DELETE: remove } as const;
}

/** @throws AppError PRECONDITION_FAILED, as the protocol requires */
function requireVersion({ headers, method }: FastifyRequest, reply: FastifyReply): void {
  if (method === 'OPTIONS' || headers['tus-resumable'] === VERSION) return;
  reply.header('Tus-Version', VERSION);
  throw new Refusal('PRECONDITION_FAILED', [
    { field: 'Tus-Resumable', words: 'exact', values: { value: VERSION } },
  ]);
}

/** @throws AppError UNSUPPORTED_MEDIA_TYPE */
function requireBodyType(headers: FastifyRequest['headers']): void {
  if (headers['content-type'] === BODY_TYPE) return;
  throw new Refusal('UNSUPPORTED_MEDIA_TYPE', [
    { field: 'Content-Type', words: 'exact', values: { value: BODY_TYPE } },
  ]);
}

const takesBody = ({ headers, raw }: FastifyRequest) =>
  headers['content-type'] === BODY_TYPE && hasBody(raw);

/** @throws AppError INVALID_REQUEST */
function readBody(request: FastifyRequest): Pick<Piece, 'body' | 'bodyBytes' | 'checksum'> {
  const { headers } = request;
  const told = headers['content-length'];
  return {
    body: takesBody(request) ? (request.body as Readable) : null,
    bodyBytes: told === undefined ? null : Number(told),
    checksum: readUploadChecksum(headerOf(headers, 'upload-checksum')),
  };
}

/** Resolves when the work is done, has failed, or takes too long. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), tooLong]);
  clearTimeout(timer);
}
