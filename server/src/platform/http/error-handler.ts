import { AppError, ERRORS, type ErrorEnvelope, type ErrorReason } from 'earshot/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';

/** The only place that builds the error envelope. 5xx text never leaves the process. */
export function errorEnvelope(reason: ErrorReason, messages?: readonly string[]): ErrorEnvelope {
  const { code, message } = ERRORS[reason];
  return { error: { code, reason, messages: [...(messages ?? [message])] } };
}

export function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { reason, messages } = describe(error);
  // A lost database is reported once, and not by each of the thousands of requests that meet it.
  if (error instanceof DatabaseUnavailable) request.log.debug(error);
  else if (ERRORS[reason].code >= 500) request.log.error(error);
  reply.removeHeader('Content-Length').removeHeader('ETag');
  return reply
    .code(ERRORS[reason].code)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorEnvelope(reason, messages)));
}

const BY_STATUS: Readonly<Record<number, ErrorReason>> = {
  400: 'INVALID_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  431: 'URI_TOO_LONG',
  503: 'UNAVAILABLE',
};

// Codes of five characters are PostgreSQL's (its manual, appendix A).
const DISK_FULL = /^(ENOSPC|EDQUOT|53100)$/;
const UNSTORABLE = /^(22003|22021)$/; // a number past the column's range, a null character in a text

function describe(error: FastifyError | Error): { reason: ErrorReason; messages?: string[] } {
  if (error instanceof AppError) return { reason: error.reason, messages: [...error.messages] };
  if (error instanceof DatabaseUnavailable) return { reason: 'UNAVAILABLE' };
  const { validation, statusCode, code } = error as FastifyError;
  if (validation) return { reason: 'INVALID_REQUEST', messages: validation.map(fieldError) };
  if (DISK_FULL.test(code)) return { reason: 'STORAGE_FULL' };
  if (UNSTORABLE.test(code)) return { reason: 'INVALID_REQUEST' };
  return { reason: BY_STATUS[statusCode ?? 500] ?? 'SERVER_ERROR' };
}

/** `field: text` (contract, section 3). */
function fieldError({
  instancePath,
  params,
  message,
}: NonNullable<FastifyError['validation']>[number]) {
  const field = instancePath.replace(/^\//, '') || String(params?.missingProperty ?? 'request');
  return `${field}: ${message ?? 'is not valid'}`;
}
