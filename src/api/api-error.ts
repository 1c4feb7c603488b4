import type { ErrorReason } from '../contract/errors.ts';
import { ReasonError } from '../contract/reason-error.ts';

/** A request that failed. `reason` is a stable name from the error catalogue. */
export class ApiError extends ReasonError<ErrorReason> {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 if no complete answer arrived. */
  readonly status: number;
  /** The messages of the server, or the text of the catalogue. */
  readonly messages: readonly string[];

  constructor(
    reason: ErrorReason,
    status: number,
    messages: readonly string[],
    options?: ErrorOptions,
  ) {
    super(reason, messages.join(', '), options);
    this.status = status;
    this.messages = messages;
  }
}
