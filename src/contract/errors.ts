import { EPISODE_UNAVAILABLE_MESSAGE, NETWORK_MESSAGE, ReasonError } from './reason-error.ts';

/** The error catalogue, shared by server and client. The code is an HTTP status; 0 if no answer arrived. */
export const ERRORS = {
  UNKNOWN_ROUTE: { code: 400, message: 'Unknown route' },
  INVALID_REQUEST: { code: 400, message: 'The request is not valid.' },
  NOT_SIGNED_IN: { code: 401, message: 'Please log in first.' },
  FORBIDDEN: { code: 403, message: 'You may not do this.' },
  NOT_FOUND: { code: 404, message: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { code: 405, message: 'This address does not take that method.' },
  REQUEST_TIMEOUT: { code: 408, message: 'The request took too long to arrive.' },
  CONFLICT: { code: 409, message: 'This does not fit what is there now.' },
  PRECONDITION_FAILED: { code: 412, message: 'The file has changed since the given version.' },
  PAYLOAD_TOO_LARGE: { code: 413, message: 'The request is too large.' },
  URI_TOO_LONG: { code: 414, message: 'The address is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { code: 415, message: 'This type of content is not supported.' },
  RANGE_NOT_SATISFIABLE: { code: 416, message: 'The requested range lies outside the file.' },
  EXPECTATION_FAILED: { code: 417, message: 'The server cannot meet this expectation.' },
  IDEMPOTENCY_KEY_REUSED: { code: 422, message: 'This key belongs to another request.' },
  LOCKED: { code: 423, message: 'Another request is working on this. Please try again.' },
  RATE_LIMITED: { code: 429, message: 'Too many requests. Please wait and try again.' },
  HEADERS_TOO_LARGE: { code: 431, message: 'The headers of the request are too long.' },
  CHECKSUM_MISMATCH: {
    code: 460,
    message: 'The bytes do not fit their checksum. Send them again.',
  },
  SERVER_ERROR: { code: 500, message: 'Something went wrong on our side. Please try again later.' },
  NOT_CONFIGURED: { code: 501, message: 'This host has not set up that service.' },
  FORMAT_UNSUPPORTED: { code: 501, message: 'There is no answer in this format.' },
  STORAGE_FULL: {
    code: 507,
    message: 'The server has no room left to store this. Nothing was saved.',
  },
  UNAVAILABLE: { code: 503, message: 'The service is not available right now.' },
  EPISODE_UNAVAILABLE: { code: 404, message: EPISODE_UNAVAILABLE_MESSAGE },
  EPISODE_UNKNOWN: { code: 404, message: 'There is no such episode.' },
  EPISODE_GONE: { code: 410, message: 'This episode was deleted.' },
  USER_UNAVAILABLE: { code: 404, message: 'This user is not available.' },
  SHOW_UNAVAILABLE: { code: 404, message: 'This show is not available.' },
  QUOTE_LOST: { code: 410, message: 'These words are no longer in this episode.' },
  QUOTE_MOVING: {
    code: 503,
    message: 'This episode has just changed. Its words are being looked for.',
  },
  SHOW_GONE: { code: 410, message: 'This show was deleted.' },
  NETWORK: { code: 0, message: NETWORK_MESSAGE },
  REQUEST_FAILED: {
    code: 0,
    message: 'The request {method} {url} failed with status code {status}',
  },
  UNKNOWN_REQUEST_FAILED: {
    code: 0,
    message: 'An unknown request failed with status code {status}',
  },
  PLAYBACK_UNSUPPORTED: {
    code: 0,
    message:
      'Since your device does not support neither Flash nor HTML5 MP3, playback has been disabled.',
  },
  PAGE_LOAD_FAILED: { code: 0, message: 'Unable to load the requested page' },
  SETUP_TIMEOUT: {
    code: 0,
    message: 'Unable to setup the AudioManager - timeout has expired.',
  },
} as const satisfies Record<string, { code: number; message: string }>;

export type ErrorReason = keyof typeof ERRORS;

/** An entry of the catalogue as an exception. `messages` replace the text of the catalogue, for field errors. */
export class AppError extends ReasonError<ErrorReason> {
  override readonly name = 'AppError';
  readonly code: number;
  readonly messages: readonly string[];

  constructor(reason: ErrorReason, options?: ErrorOptions & { messages?: readonly string[] }) {
    super(reason, options?.messages?.join(', ') ?? ERRORS[reason].message, options);
    this.code = ERRORS[reason].code;
    this.messages = options?.messages ?? [ERRORS[reason].message];
  }
}
