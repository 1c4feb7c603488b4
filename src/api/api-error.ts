import { ERRORS, type ErrorReason } from '../contract/errors.ts';

/** A request that failed. `status` is the HTTP status, 0 where there was none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly reason: ErrorReason;
  /** The server's own messages, or the one of the catalogue. */
  readonly messages: readonly string[];

  constructor(
    reason: ErrorReason,
    status: number,
    messages: readonly string[] = [ERRORS[reason].message],
    options?: ErrorOptions,
  ) {
    super(messages.join(', '), options);
    this.reason = reason;
    this.status = status;
    this.messages = messages;
  }
}
