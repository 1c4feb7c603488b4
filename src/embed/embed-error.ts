/**
 * - `not_an_embed`: not an iframe with an http(s) address
 * - `timeout`: no answer in time; what was asked for will not happen later
 * - `unsupported`: the player does not offer that method
 * - `invalid_value`: a number that is none
 * - `destroyed`: the controller has ended
 */
export type EmbedErrorReason =
  | 'not_an_embed'
  | 'timeout'
  | 'unsupported'
  | 'invalid_value'
  | 'destroyed';

/** Why a player in a frame cannot be controlled. `reason` is stable; the message is for developers. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  readonly reason: EmbedErrorReason;

  constructor(reason: EmbedErrorReason, what: string) {
    super(`${what}: ${reason}`);
    this.reason = reason;
  }
}
