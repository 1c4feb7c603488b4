import { AppError, ERRORS, type ErrorEnvelope, type ErrorReason } from 'earshot/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import { tellRefusal } from '../limits/limit-headers.ts';
import { RateLimited } from '../limits/rate-limits.ts';
import { StorageUnavailable } from '../storage/storage-unavailable.ts';
import { isFailure } from './is-failure.ts';
import { invalid, messagesIn, Refusal } from './refusal.ts';
import { reportRefused } from './report-refused.ts';
import { languageOf } from './request-language.ts';

/** Builds every error envelope. The text of an unexpected error never leaves the process. */
export function errorEnvelope(reason: ErrorReason, messages?: readonly string[]): ErrorEnvelope {
  const { code, message } = ERRORS[reason];
  return { error: { code, reason, messages: [...(messages ?? [message])] } };
}

/** Sends an error as envelope, in the language of the reader. */
export function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = errorFor(error, request);
  const { reason } = known;
  report(error, reason, request);
  return beginError(reply, reason, error)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify(named(errorEnvelope(reason, messagesIn(languageOf(request), known)), request)),
    );
}

/** A reader whose session cannot be read is refused nothing: it may be theirs. */
function errorFor(error: FastifyError | Error, { actor }: FastifyRequest): AppError {
  const known = toAppError(error);
  const isRefusal = /^40[134]$/.test(String(ERRORS[known.reason].code));
  return actor?.isUnknown && isRefusal ? new AppError('UNAVAILABLE') : known;
}

/** An error of the server contains the id of its request, which people can quote. */
function named({ error }: ErrorEnvelope, { id }: FastifyRequest): ErrorEnvelope {
  return { error: error.code >= 500 ? { ...error, request_id: id } : error };
}

/** Sends an error of a page as a page. */
export function handleErrorInWords(
  render: (reason: ErrorReason, request: FastifyRequest) => Promise<string>,
) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const { reason } = errorFor(error, request);
    report(error, reason, request);
    return beginError(reply, reason, error)
      .type('text/html; charset=utf-8')
      .send(await render(reason, request));
  };
}

/** A page reads our own API. It fails with one of these reasons if the API has no database, or takes too long. */
const isApiSilent = (error: Error) =>
  !(error instanceof AppError) &&
  'reason' in error &&
  (error.reason === 'UNAVAILABLE' || error.reason === 'NETWORK');

function report(error: Error, reason: ErrorReason, request: FastifyRequest): void {
  if (error instanceof RateLimited) reportRefused(request, 'throttled');
  // A lost database is reported once, not by each of thousands of requests.
  if (error instanceof DatabaseUnavailable || isApiSilent(error)) request.log.debug(error);
  else if (isFailure(ERRORS[reason].code)) request.log.error(error);
}

function beginError(reply: FastifyReply, reason: ErrorReason, error: Error): FastifyReply {
  forgetContent(reply, reason);
  // Fastify ends the connection with this answer, and a client that still sends never reads it. `endUnreadBodies` waits.
  if (reply.request.raw.complete === false) reply.removeHeader('Connection');
  if (error instanceof RateLimited) tellRefusal(reply, error);
  // RFC 9110, 15.5.2: a 401 response names the accepted scheme.
  if (reason === 'NOT_SIGNED_IN') reply.header('WWW-Authenticate', 'Bearer');
  return reply.code(ERRORS[reason].code).header('Cache-Control', 'no-store');
}

const ABOUT_CONTENT = [
  'Content-Length',
  'Content-Encoding',
  'Content-Disposition',
  'Accept-Ranges',
  'ETag',
  'Last-Modified',
];

/** Removes the headers of the content that the error replaces. If a stream had begun, the raw response has them too. */
function forgetContent(reply: FastifyReply, reason: ErrorReason): void {
  // A 416 response names the size of the file.
  const names = reason === 'RANGE_NOT_SATISFIABLE' ? [] : ['Content-Range'];
  for (const name of [...ABOUT_CONTENT, ...names]) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
}

const BY_STATUS: Readonly<Record<number, ErrorReason>> = {
  400: 'INVALID_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  417: 'EXPECTATION_FAILED',
  431: 'HEADERS_TOO_LARGE',
  503: 'UNAVAILABLE',
};

// Codes of five characters are PostgreSQL's (its manual, appendix A).
const DISK_FULL = /^(ENOSPC|EDQUOT|53100)$/;
const CAUSES: Readonly<Record<string, () => AppError>> = {
  '22003': () => invalid('request', 'has a number that is too large'),
  '22021': () => invalid('request', 'null_character'),
  // Error codes of @fastify/compress, which decompresses bodies.
  FST_CP_ERR_INVALID_CONTENT: () =>
    invalid('Content-Encoding', 'the body is not packed as this header says'),
  FST_CP_ERR_INVALID_CONTENT_ENCODING: () =>
    new Refusal('UNSUPPORTED_MEDIA_TYPE', [
      {
        field: 'Content-Encoding',
        words: 'among',
        values: { values: 'br, gzip, deflate, identity' },
      },
    ]),
};

function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if (
    error instanceof DatabaseUnavailable ||
    error instanceof StorageUnavailable ||
    isApiSilent(error)
  ) {
    return new AppError('UNAVAILABLE');
  }
  const { statusCode: status = 500, code } = error as FastifyError;
  const toKnown = CAUSES[code];
  if (toKnown) return toKnown();
  if (DISK_FULL.test(code)) return new AppError('STORAGE_FULL');
  return new AppError(BY_STATUS[status] ?? (status < 500 ? 'INVALID_REQUEST' : 'SERVER_ERROR'));
}
