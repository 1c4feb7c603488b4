import { AppError, ERRORS, type ErrorEnvelope, type ErrorReason } from 'earshot/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import { tellRefusal } from '../limits/limit-headers.ts';
import { RateLimited } from '../limits/rate-limits.ts';
import { StorageUnavailable } from '../storage/storage-unavailable.ts';
import { languageOf } from './request-language.ts';
import { translateMessage } from './translate-message.ts';

/** All error envelopes come from here. The text of an unexpected error never leaves the process. */
export function errorEnvelope(reason: ErrorReason, messages?: readonly string[]): ErrorEnvelope {
  const { code, message } = ERRORS[reason];
  return { error: { code, reason, messages: [...(messages ?? [message])] } };
}

/** Answers an error with the envelope, in the language of the reader. */
export function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { reason, messages = [ERRORS[reason].message] } = describe(error);
  report(error, reason, request);
  const language = languageOf(request);
  const translated = messages.map((message) => translateMessage(message, language));
  return beginError(reply, reason, error)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorEnvelope(reason, translated)));
}

/** Answers an error of a page with another page, because a person reads it. */
export function handleErrorInWords(
  render: (reason: ErrorReason, request: FastifyRequest) => Promise<string>,
) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const { reason } = describe(error);
    report(error, reason, request);
    return beginError(reply, reason, error)
      .type('text/html; charset=utf-8')
      .send(await render(reason, request));
  };
}

function report(error: Error, reason: ErrorReason, request: FastifyRequest): void {
  // A lost database is reported once, and not by each of the thousands of requests that meet it.
  if (error instanceof DatabaseUnavailable) request.log.debug(error);
  // That a feature is not set up is no fault, and anybody may ask for it.
  else if (ERRORS[reason].code >= 500 && reason !== 'NOT_CONFIGURED') request.log.error(error);
}

function beginError(reply: FastifyReply, reason: ErrorReason, error: Error): FastifyReply {
  forgetContent(reply, reason);
  if (error instanceof RateLimited) tellRefusal(reply, error);
  // RFC 9110, 15.5.2: a 401 response names the scheme that the client may use.
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
const UNSTORABLE: Readonly<Record<string, string>> = {
  '22003': 'request: has a number that is too large',
  '22021': 'request: has a null character, which cannot be stored',
};

// The codes of @fastify/compress, which unpacks bodies.
const ENCODING: Readonly<Record<string, { reason: ErrorReason; messages: string[] }>> = {
  FST_CP_ERR_INVALID_CONTENT: {
    reason: 'INVALID_REQUEST',
    messages: ['Content-Encoding: the body is not packed as this header says'],
  },
  FST_CP_ERR_INVALID_CONTENT_ENCODING: {
    reason: 'UNSUPPORTED_MEDIA_TYPE',
    messages: ['Content-Encoding: must be one of br, gzip, deflate, identity'],
  },
};

function describe(error: FastifyError | Error): { reason: ErrorReason; messages?: string[] } {
  if (error instanceof AppError) return { reason: error.reason, messages: [...error.messages] };
  if (error instanceof DatabaseUnavailable || error instanceof StorageUnavailable) {
    return { reason: 'UNAVAILABLE' };
  }
  const { validation, statusCode, code } = error as FastifyError;
  if (validation) return { reason: 'INVALID_REQUEST', messages: validation.map(fieldError) };
  if (code === 'FST_ERR_BAD_URL') {
    return { reason: 'INVALID_REQUEST', messages: ['address: is not valid percent-encoding'] };
  }
  const aboutEncoding = ENCODING[code];
  if (aboutEncoding) return aboutEncoding;
  if (DISK_FULL.test(code)) return { reason: 'STORAGE_FULL' };
  const unstorable = UNSTORABLE[code];
  if (unstorable) return { reason: 'INVALID_REQUEST', messages: [unstorable] };
  const status = statusCode ?? 500;
  return { reason: BY_STATUS[status] ?? (status < 500 ? 'INVALID_REQUEST' : 'SERVER_ERROR') };
}

/** Reads `field: text`. */
function fieldError({
  instancePath,
  params,
  message,
}: NonNullable<FastifyError['validation']>[number]) {
  const field = instancePath.replace(/^\//, '') || String(params?.missingProperty ?? 'request');
  return `${field}: ${message ?? 'is not valid'}`;
}
