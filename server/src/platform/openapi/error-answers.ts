import { ERRORS, type ErrorReason } from 'earshot/contract';
import { Type } from 'typebox';
import { errorEnvelope } from '../http/error-handler.ts';

const REASONS = Object.entries(ERRORS).flatMap(([reason, { code }]) => (code > 0 ? [reason] : []));

/** The envelope of every error. */
export const ERROR_SCHEMA = Type.Object({
  error: Type.Object({
    code: Type.Integer({ description: 'The HTTP status.' }),
    reason: Type.Enum(REASONS, { type: 'string', description: 'A stable name.' }),
    messages: Type.Array(Type.String(), {
      minItems: 1,
      description: 'For people. The error of a field reads `field: text`.',
    }),
    request_id: Type.Optional(
      Type.String({ description: 'Of an error of the server: the id of the request in its log.' }),
    ),
  }),
});

/** The errors that routes of the API name. `AnyError` is an error of the network, of the server, or of HTTP itself. */
const NAMED: readonly (readonly [name: string, reason: ErrorReason, description: string])[] = [
  ['InvalidRequest', 'INVALID_REQUEST', 'Each message names a wrong field and what to change.'],
  ['NotSignedIn', 'NOT_SIGNED_IN', 'The route needs a login, or the token is not valid any more.'],
  ['Forbidden', 'FORBIDDEN', 'This user may not do this, or a cookie was sent by another site.'],
  ['NotFound', 'NOT_FOUND', 'It does not exist, or this user may not know of it.'],
  ['Conflict', 'CONFLICT', 'It does not fit what is there now, or the first request still runs.'],
  ['PreconditionFailed', 'PRECONDITION_FAILED', '`If-Match` names another version.'],
  ['TooLarge', 'PAYLOAD_TOO_LARGE', 'The body is too large.'],
  ['UnsupportedType', 'UNSUPPORTED_MEDIA_TYPE', 'The route does not take a body of this type.'],
  ['KeyReused', 'IDEMPOTENCY_KEY_REUSED', 'The key belongs to a request with other fields.'],
  ['TooManyRequests', 'RATE_LIMITED', 'Too many requests of this user or from this address.'],
  ['AnyError', 'UNAVAILABLE', 'Any other error, in the same form.'],
];

/** Messages unlike those of the catalogue. */
const MESSAGES: Partial<Record<ErrorReason, string[]>> = {
  INVALID_REQUEST: ['title: must be at most 140 characters'],
  UNSUPPORTED_MEDIA_TYPE: [
    'Content-Type: must be one of application/json, application/x-www-form-urlencoded',
  ],
  RATE_LIMITED: ['Too many requests. Please wait 12 seconds and try again.'],
};

const RETRY_AFTER = { description: 'Seconds to wait.', schema: { type: 'integer' } } as const;

const exampleOf = (reason: ErrorReason) => {
  const { error } = errorEnvelope(reason, MESSAGES[reason]);
  return { error: error.code >= 500 ? { ...error, request_id: '9f86d081884c' } : error };
};

/** `components.responses` of the document. */
export const ERROR_RESPONSES = Object.fromEntries(
  NAMED.map(([name, reason, description]) => {
    const schema = { $ref: '#/components/schemas/Error' };
    const content = { 'application/json': { schema, example: exampleOf(reason) } };
    const headers = { 'Retry-After': RETRY_AFTER };
    return [name, { description, ...(reason === 'RATE_LIMITED' ? { headers } : {}), content }];
  }),
);

/** References to the errors with these statuses, and to all others. */
export function errorResponses(statuses: readonly number[]): Record<string, { $ref: string }> {
  const refs = NAMED.map(([name, reason]): [number | 'default', { $ref: string }] => [
    reason === 'UNAVAILABLE' ? 'default' : ERRORS[reason].code,
    { $ref: `#/components/responses/${name}` },
  ]);
  return Object.fromEntries(
    refs.filter(([status]) => status === 'default' || statuses.includes(status)),
  );
}
