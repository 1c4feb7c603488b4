/** The error catalogue (spec section 8), shared by server and client. The code is an HTTP status. */
export const ERRORS = {
  UNKNOWN_ROUTE: { code: 400, message: 'Unknown route' },
  INVALID_REQUEST: { code: 400, message: 'The request is not valid.' },
  NOT_FOUND: { code: 404, message: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { code: 405, message: 'This address does not take that method.' },
  REQUEST_TIMEOUT: { code: 408, message: 'The request took too long to arrive.' },
  PRECONDITION_FAILED: { code: 412, message: 'The file has changed since the given version.' },
  PAYLOAD_TOO_LARGE: { code: 413, message: 'The request is too large.' },
  URI_TOO_LONG: { code: 414, message: 'The address is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { code: 415, message: 'This type of content is not supported.' },
  RANGE_NOT_SATISFIABLE: { code: 416, message: 'The requested range lies outside the file.' },
  EXPECTATION_FAILED: { code: 417, message: 'The server cannot meet this expectation.' },
  HEADERS_TOO_LARGE: { code: 431, message: 'The headers of the request are too long.' },
  SERVER_ERROR: { code: 500, message: 'Something went wrong on our side. Please try again later.' },
  FORMAT_UNSUPPORTED: { code: 501, message: 'There is no answer in this format.' },
  STORAGE_FULL: {
    code: 507,
    message: 'The server has no room left to store this. Nothing was saved.',
  },
  UNAVAILABLE: { code: 503, message: 'The service is not available right now.' },
  EPISODE_UNAVAILABLE: {
    code: 404,
    message: 'This episode is not available, please try again in a few minutes.',
  },
  SHOW_UNAVAILABLE: { code: 404, message: 'This show is not available.' },
  NETWORK: {
    code: 0,
    message: 'A network error has occurred. Check your internet connection and please try again.',
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

/** An entry of the catalogue as an exception. `messages` replaces the catalogue's text, for field errors. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly reason: ErrorReason;
  readonly code: number;
  readonly messages: readonly string[];

  constructor(reason: ErrorReason, options?: ErrorOptions & { messages?: readonly string[] }) {
    super(options?.messages?.join(', ') ?? ERRORS[reason].message, options);
    this.reason = reason;
    this.code = ERRORS[reason].code;
    this.messages = options?.messages ?? [ERRORS[reason].message];
  }
}
