import type { Readable } from 'node:stream';
import { API_ROUTES, AppError } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { endUnreadBodies } from '../../platform/http/end-unread-bodies.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { hasBody } from '../../platform/http/slow-body.ts';
import { CHECKSUM_ALGORITHMS, readUploadChecksum } from './digests.ts';
import { UPLOAD_PACE } from './pace.ts';
import { MediaParams } from './schema.ts';
import type { TusRequest } from './tus-server.ts';

const VERSION = '1.0.0';
/** Proxies give up on an answer after a minute. */
const FINISH_WITHIN_MS = 25_000;
const BODY_TYPE = 'application/offset+octet-stream';
const METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE'] as const;
const EXTENSIONS = [
  'creation',
  'creation-with-upload',
  'creation-defer-length',
  'termination',
  'expiration',
  'checksum',
];

/** What scripts of other origins may read. */
const EXPOSED = [
  'Location',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Checksum-Algorithm',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Defer-Length',
  'Upload-Metadata',
  'Upload-Expires',
  'Earshot-Media-Id',
];
const cors = { exposedHeaders: EXPOSED, methods: [...METHODS, 'OPTIONS'], maxAge: 86_400 };

/** Resumable uploads by the tus protocol. The library answers, inside the rules of every other route. */
export const tusRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const address = config.apiUrl + API_ROUTES.uploads;
  const running = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    running.add(work);
    work.then(
      () => running.delete(work),
      () => running.delete(work),
    );
  };
  endUnreadBodies(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onSend', async (_request, reply) => {
    reply.header('Tus-Resumable', VERSION);
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
  });
  // What a broken connection has left must be written down before the database is closed.
  app.addHook('onClose', async () => void (await Promise.allSettled([...running])));

  async function answer(request: FastifyRequest, reply: FastifyReply, uploadId: number | null) {
    requireVersion(request, reply);
    const { answerTus } = await import('./tus-server.ts'); // 15 MB of memory that many hosts never need
    const answering = answerTus(deps, {
      ...readRequest(request, uploadId),
      uploadId,
      address,
      finishWithinMs: FINISH_WITHIN_MS,
      onWork(work) {
        track(work);
        work.catch((error) => request.log.warn(error, 'An upload is finished later.'));
      },
    });
    track(answering);
    const { status, headers, uploadId: id } = await answering;
    for (const [name, value] of headers) {
      if (!name.startsWith('access-control-')) reply.header(name, value);
    }
    return reply.code(status).header('Earshot-Media-Id', id).send();
  }

  const route = { rawBody: true, bodyPace: UPLOAD_PACE, cors };

  app.post(
    apiPath('uploads', config),
    {
      config: { ...route, action: 'upload.create', limit: 'upload' },
      schema: {
        summary: 'Begins a resumable upload (tus 1.0)',
        response: { 201: Type.Null() },
      },
    },
    (request, reply) => answer(request, reply, null),
  );

  app.route({
    method: [...METHODS],
    url: apiPath('upload', config),
    config: { ...route, action: 'upload.edit', limit: 'upload_piece' },
    schema: {
      summary: 'Sends a piece of a resumable upload, or ends it (tus 1.0)',
      params: MediaParams,
      response: { '2xx': Type.Null() },
    },
    handler: (request, reply) => answer(request, reply, request.params.media_id),
  });

  for (const name of ['uploads', 'upload'] as const) {
    app.options(
      apiPath(name, config),
      {
        config: { action: 'api.read', cors: { ...cors, preflightContinue: true } },
        schema: { hide: true },
      },
      async (_request, reply) =>
        reply
          .code(204)
          .headers({
            'Tus-Version': VERSION,
            'Tus-Extension': EXTENSIONS.join(),
            'Tus-Max-Size': config.uploadMaxBytes,
            'Tus-Checksum-Algorithm': CHECKSUM_ALGORITHMS.join(),
          })
          .send(),
    );
  }
};

/** @throws AppError PRECONDITION_FAILED, as the protocol demands */
function requireVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['tus-resumable'] === VERSION) return;
  reply.header('Tus-Version', VERSION);
  throw new AppError('PRECONDITION_FAILED', { messages: [`Tus-Resumable: must be ${VERSION}`] });
}

/** @throws AppError */
function readRequest(
  request: FastifyRequest,
  uploadId: number | null,
): Pick<TusRequest, 'method' | 'userId' | 'headers' | 'body' | 'checksum'> {
  const { raw, headers, actor } = request;
  const method = methodOf(request, uploadId);
  const isTyped = headers['content-type'] === BODY_TYPE;
  if (method === 'PATCH' && !isTyped) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', {
      messages: [`Content-Type: must be ${BODY_TYPE}`],
    });
  }
  if (method === 'PATCH' && headers['upload-offset'] === undefined) {
    throw new AppError('INVALID_REQUEST', { messages: ['Upload-Offset: is required'] });
  }
  const takesBody = isTyped && (method === 'PATCH' || method === 'POST') && hasBody(raw);
  return {
    method,
    userId: actor.userId ?? 0,
    headers: pickHeaders(headers),
    body: takesBody ? (request.body as Readable) : null,
    checksum: readUploadChecksum(headers['upload-checksum']?.toString()),
  };
}

/** The header stands for the method if a proxy or a browser lets no PATCH or DELETE through. */
function methodOf({ method, headers }: FastifyRequest, uploadId: number | null) {
  const asked = (headers['x-http-method-override']?.toString() ?? method).toUpperCase();
  const found = METHODS.find((known) => known === asked);
  if (found === undefined || (found === 'POST') !== (uploadId === null)) {
    throw new AppError('METHOD_NOT_ALLOWED');
  }
  return found;
}

function pickHeaders(headers: FastifyRequest['headers']): Record<string, string> {
  const known = Object.entries(headers).filter(
    ([name, value]) => /^(upload-|tus-|content-)/.test(name) && value !== undefined,
  );
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
}
