import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { AppError } from 'earshot/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withoutNeutral } from './api-rules.ts';
import type { Texts } from './form-fields.ts';
import { invalid } from './refusal.ts';
import type { Validated } from './validate-request.ts';

const LIMITS = { fields: 100, fieldSize: 65_536, fieldNameSize: 100, headerPairs: 20, files: 1 };

/**
 * Lets the routes of this feature accept `multipart/form-data`. They name their file with `config: { file: 'image'
 * }`.
 */
export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
}

export interface IncomingFile {
  /** Fails, and must not be kept, if the file is too large or the request is aborted. */
  stream: Readable;
  /** From the client: not a safe file name. */
  filename: string;
  /** The client's claim. */
  mimeType: string;
}

export interface FileRules<Kept> {
  maxBytes: number;
  /** Another name that the part may have. */
  alias?: string;
  /** Stores the file while it arrives. */
  keep(file: IncomingFile): Promise<Kept>;
  /** Called if the request turns out to be wrong after the file was kept. */
  discard?(kept: Kept): Promise<void>;
}

/**
 * Receives the file of a multipart request and the fields around it, which follow the schema of the route's body.
 * @throws AppError for a missing or unexpected file, PAYLOAD_TOO_LARGE, and fields that break the schema
 */
export async function receiveFile<Kept, Fields = Record<string, unknown>>(
  request: FastifyRequest,
  { maxBytes, alias, keep, discard }: FileRules<Kept>,
): Promise<{ kept: Kept; fields: Fields }> {
  const name = request.routeOptions.config.file ?? 'file';
  if (!request.isMultipart()) throw invalid(name, 'is required, as a part of multipart/form-data');
  const texts: Record<string, string[]> = Object.create(null);
  let found: { kept: Kept } | null = null;
  try {
    for await (const part of partsOf(request, name, maxBytes)) {
      if (part.type === 'field')
        texts[part.fieldname] = [...(texts[part.fieldname] ?? []), String(part.value)];
      else if (part.fieldname !== name && part.fieldname !== alias)
        throw invalid(part.fieldname, `is not known; the file is called ${name}`);
      else {
        const { filename, mimetype: mimeType } = part;
        found = { kept: await keep({ stream: readFile(part.file, name), filename, mimeType }) };
      }
    }
    if (!found) throw invalid(name, 'required');
    return { ...found, fields: validate<Fields>(request, texts) };
  } catch (error) {
    if (found) await discard?.(found.kept);
    throw error;
  }
}

async function* partsOf(request: FastifyRequest, name: string, fileSize: number) {
  const parts = request.parts({ limits: { ...LIMITS, fileSize } });
  while (true) {
    const { value, done } = await parts.next().catch((error) => refuseMalformed(error, name));
    if (done) return;
    yield value;
  }
}

/** @throws AppError. The library's own errors carry a status, those of its parser do not. */
function refuseMalformed(
  cause: Error & { statusCode?: number; code?: string },
  name: string,
): never {
  if (cause.code === 'FST_FILES_LIMIT') {
    const messages = [`request: has more than one file; send one, in the part ${name}`];
    throw new AppError('INVALID_REQUEST', { cause, messages });
  }
  if (cause.statusCode === 413) {
    throw new AppError('PAYLOAD_TOO_LARGE', { cause, messages: ['request: has too many parts'] });
  }
  throw new AppError('INVALID_REQUEST', {
    cause,
    messages: ['request: is not complete and valid multipart/form-data'],
  });
}

/** A truncated file of multipart data ends silently: its reader must not take it for complete. */
function readFile(file: Readable & { truncated: boolean }, name: string): Readable {
  async function* read() {
    try {
      yield* file;
    } catch (error) {
      refuseMalformed(error as Error, name);
    }
    if (file.truncated) throw new AppError('PAYLOAD_TOO_LARGE');
  }
  return Readable.from(read(), { objectMode: false });
}

type Check = (input: unknown) => Validated;

function validate<Fields>(request: FastifyRequest, texts: Texts): Fields {
  const found = request.getValidationFunction('body') as unknown as Check | Record<string, Check>;
  // A route that accepts other types has a schema for each.
  const check = typeof found === 'function' ? found : found['multipart/form-data'];
  if (!check) throw new Error('The route has no schema for multipart/form-data.');
  const result = check(withoutNeutral(request, texts));
  if ('error' in result) throw result.error;
  return result.value as Fields;
}
