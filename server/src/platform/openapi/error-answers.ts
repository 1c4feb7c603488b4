import { ERRORS, type ErrorReason } from 'earshot/contract';
import { errorEnvelope } from '../http/error-handler.ts';

const REASONS = Object.entries(ERRORS)
  .filter(([, { code }]) => code > 0)
  .map(([reason]) => reason);

/** The envelope of every error. */
export const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'reason', 'messages'],
      properties: {
        code: { type: 'integer', description: 'The HTTP status.' },
        reason: { type: 'string', enum: REASONS, description: 'A stable name.' },
        messages: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          description: 'For people. The error of a field reads `field: text`.',
        },
      },
    },
  },
} as const;

interface ErrorAnswer {
  name: string;
  reason: ErrorReason;
  description: string;
  message?: string;
  headers?: Readonly<Record<string, unknown>>;
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

/** The errors that routes of the API name, by status. */
export const ERROR_ANSWERS: Readonly<Record<number, ErrorAnswer>> = {
  400: {
    name: 'InvalidRequest',
    reason: 'INVALID_REQUEST',
    description:
      'Something in the request is wrong. Each message names the field and says what to change.',
    message: 'title: must be at most 140 characters',
  },
  401: {
    name: 'NotSignedIn',
    reason: 'NOT_SIGNED_IN',
    description: 'The route needs a login, or the token is not valid any more.',
  },
  403: {
    name: 'Forbidden',
    reason: 'FORBIDDEN',
    description: 'This user may not do this, or a cookie was sent by another site.',
  },
  404: {
    name: 'NotFound',
    reason: 'NOT_FOUND',
    description: 'It does not exist, or this user may not know of it.',
  },
  409: {
    name: 'Conflict',
    reason: 'CONFLICT',
    description:
      'It does not fit what is there now, or the first request with this key still runs.',
  },
  412: {
    name: 'PreconditionFailed',
    reason: 'PRECONDITION_FAILED',
    description: '`If-Match` names another version.',
  },
  413: { name: 'TooLarge', reason: 'PAYLOAD_TOO_LARGE', description: 'The body is too large.' },
  415: {
    name: 'UnsupportedType',
    reason: 'UNSUPPORTED_MEDIA_TYPE',
    description: 'The body has a type that the route does not take.',
    message: 'Content-Type: must be one of application/json, application/x-www-form-urlencoded',
  },
  422: {
    name: 'KeyReused',
    reason: 'IDEMPOTENCY_KEY_REUSED',
    description: 'The `Idempotency-Key` belongs to a request with other fields.',
  },
  429: {
    name: 'TooManyRequests',
    reason: 'RATE_LIMITED',
    description: 'Too many requests of this user or from this address.',
    message: 'Too many requests. Please wait 12 seconds and try again.',
    headers: RETRY_AFTER,
  },
};

/** Every other error: of the network, of the server, of HTTP itself. */
const ANY_ERROR: ErrorAnswer = {
  name: 'AnyError',
  reason: 'UNAVAILABLE',
  description: 'Any other error, in the same form.',
};

const toResponse = ({ reason, description, message, headers }: ErrorAnswer) => ({
  description,
  ...(headers ? { headers } : {}),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: errorEnvelope(reason, message === undefined ? undefined : [message]),
    },
  },
});

/** `components.responses` of the document. */
export const ERROR_RESPONSES = Object.fromEntries(
  [...Object.values(ERROR_ANSWERS), ANY_ERROR].map((answer) => [answer.name, toResponse(answer)]),
);

const refTo = ({ name }: ErrorAnswer) => ({ $ref: `#/components/responses/${name}` });

/** References to the errors with these statuses, and to all others. */
export function errorResponses(statuses: readonly number[]): Record<string, { $ref: string }> {
  const named = Object.entries(ERROR_ANSWERS).filter(([status]) =>
    statuses.includes(Number(status)),
  );
  return {
    ...Object.fromEntries(named.map(([status, answer]) => [status, refTo(answer)])),
    default: refTo(ANY_ERROR),
  };
}
