/** An error with a stable reason. Separate from the catalogue, for code that must stay small. */
export class ReasonError<Reason extends string = string> extends Error {
  override readonly name: string = 'ReasonError';
  readonly reason: Reason;

  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

// Messages that players contain. The other texts of the catalogue are in `errors.ts`.
export const EPISODE_UNAVAILABLE_MESSAGE =
  'This episode is not available, please try again in a few minutes.';
export const NETWORK_MESSAGE =
  'A network error has occurred. Check your internet connection and please try again.';
