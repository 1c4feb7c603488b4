import type { PlayFailure } from './frame-protocol.ts';

/**
 * - `not_an_embed`: not an iframe with an http(s) address
 * - `timeout`: no answer in time; where the player has not come at all, nothing happens later
 * - `unsupported`: the player does not offer that method
 * - `invalid_value`: a number, flag or resource that is none
 * - `not_allowed`: the browser plays only after a gesture of the listener
 * - `not_playable`: the audio can't be had or played
 * - `aborted`: paused before there was sound
 * - `destroyed`: the controller has ended
 */
export type EmbedErrorReason =
  | 'not_an_embed'
  | 'timeout'
  | 'unsupported'
  | 'invalid_value'
  | 'destroyed'
  | PlayFailure;

/** Why a player in a frame cannot be controlled. `reason` is stable; the message is for developers. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  readonly reason: EmbedErrorReason;

  constructor(reason: EmbedErrorReason, what: string) {
    super(`${what}: ${reason}`);
    this.reason = reason;
  }
}
