import type { PlayFailure } from './frame-protocol.ts';

/**
 * - `not_an_embed`: not an iframe with an http(s) address
 * - `timeout`: no answer in time. If no player has arrived, the request is dropped
 * - `unsupported`: the player does not offer that method
 * - `invalid_value`: not a valid number, flag or resource
 * - `not_allowed`: the browser plays only after a gesture of the listener
 * - `not_playable`: the audio cannot be fetched or played
 * - `aborted`: paused before sound started
 * - `destroyed`: the controller was destroyed
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
