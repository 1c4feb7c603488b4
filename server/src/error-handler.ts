import { AppError, ERRORS, type ErrorEnvelope, type ErrorReason } from 'earshot/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

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
  if (ERRORS[reason].code >= 500) request.log.error(error);
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

function describe(error: FastifyError | Error): { reason: ErrorReason; messages?: string[] } {
  if (error instanceof AppError) return { reason: error.reason, messages: [...error.messages] };
  const { validation, statusCode, code } = error as FastifyError;
  if (validation) return { reason: 'INVALID_REQUEST', messages: validation.map(fieldError) };
  if (code === 'ENOSPC') return { reason: 'STORAGE_FULL' };
  if (code === 'ECONNREFUSED' || /timeout exceeded when trying to connect/.test(error.message)) {
    return { reason: 'UNAVAILABLE' };
  }
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
