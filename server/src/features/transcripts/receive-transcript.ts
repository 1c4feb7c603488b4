import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from 'earshot/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unsupportedType } from '../../platform/http/body-parsers.ts';
import { acceptFiles, type IncomingFile, receiveFile } from '../../platform/http/receive-file.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { hasBody } from '../../platform/http/slow-body.ts';
import { UNREAD } from '../../platform/http/validate-request.ts';
import {
  isTranscriptFormat,
  TRANSCRIPT_BYTES_MAX,
  TRANSCRIPT_TYPES,
  type TranscriptFormat,
} from '../../platform/transcripts/read-transcript.ts';
import type { SentTranscript } from './transcripts.ts';

/** `application/srt` was common before the podcast namespace specified the registered type. */
const BY_TYPE: Readonly<Record<string, TranscriptFormat>> = {
  ...Object.fromEntries(Object.entries(TRANSCRIPT_TYPES).map(([format, type]) => [type, format])),
  'application/srt': 'srt',
};
const TYPES = Object.keys(BY_TYPE);

/** Leaves every body of the routes in this scope unread, and refuses types that are not transcripts. */
export async function acceptTranscripts(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await acceptFiles(scope);
  scope.addContentTypeParser(TYPES, async () => UNREAD);
  scope.addContentTypeParser('*', async () => {
    throw unsupportedType(['multipart/form-data', ...TYPES]);
  });
  // The parser of multipart data leaves an empty body, which the schema would refuse.
  scope.addHook('preValidation', async (request) => {
    request.body = UNREAD;
  });
}

/**
 * Reads the transcript of a request, which is its body, or the part `file` or `transcript` of multipart data.
 * @throws AppError for a missing or too large file
 */
export async function receiveTranscript(request: FastifyRequest): Promise<SentTranscript> {
  if (request.isMultipart()) {
    const { kept, fields } = await receiveFile<SentTranscript, { language?: string }>(request, {
      maxBytes: TRANSCRIPT_BYTES_MAX,
      alias: 'transcript',
      keep: async (file) => ({ bytes: await readAll(file.stream), format: formatOf(file) }),
    });
    return { ...kept, ...fields };
  }
  if (!hasBody(request.raw)) throw invalid('file', 'file_required');
  if (Number(request.headers['content-length']) > TRANSCRIPT_BYTES_MAX) refuseSize();
  const format = BY_TYPE[request.mediaType ?? ''] ?? 'txt';
  return { bytes: await readAll(request.raw).catch(refuseBroken), format };
}

/** By its name, because programs send many types for the same format. */
function formatOf({ filename, mimeType }: IncomingFile): TranscriptFormat {
  const extension = extname(filename).slice(1).toLowerCase();
  const format = isTranscriptFormat(extension) ? extension : BY_TYPE[mimeType.toLowerCase()];
  if (format) return format;
  throw invalid('file', 'transcript_file');
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > TRANSCRIPT_BYTES_MAX) refuseSize();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws AppError. Node's own error says that the connection is gone. */
function refuseBroken(cause: Error): never {
  if (cause instanceof AppError) throw cause;
  const messages = ['request: broke off before the end of the transcript'];
  throw new AppError('INVALID_REQUEST', { cause, messages });
}

function refuseSize(): never {
  const words = `transcript: must be at most ${TRANSCRIPT_BYTES_MAX >> 20} MB`;
  throw new AppError('PAYLOAD_TOO_LARGE', { messages: [words] });
}
