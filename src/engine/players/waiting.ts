import type { ErrorReason } from '../../contract/errors.ts';
import type { Scope } from '../../lib/scope.ts';
import { IDLE, type PlaybackState, transition } from '../rules/playback-state.ts';
import type { Sound } from '../sound/sound.ts';
import { createJobPlayer, type JobPlayer } from './job-player.ts';

export interface WaitingPorts {
  readonly scope: Scope;
  readonly sound: Sound;
  readonly silenceUrl?: string | undefined;
  onChange(): void;
}

/** Waits for something that must precede the sound, and preserves the listener's gesture during the wait. */
export interface Waiting {
  /** Null if nothing is pending. */
  readonly job: JobPlayer<unknown> | null;
  /** State of an episode that has not loaded. */
  readonly playback: PlaybackState;
  readonly error: ErrorReason | null;
  /** The data of an episode is about to be fetched. */
  begin(): void;
  until<Value>(work: Promise<Value>, done: (value: Value) => void): void;
}

export function createWaiting({ scope, sound, silenceUrl, onChange }: WaitingPorts): Waiting {
  let job: JobPlayer<unknown> | null = null;
  let playback: PlaybackState = IDLE;
  let error: ErrorReason | null = null;

  function isOver(): boolean {
    job = null;
    return scope.disposed;
  }

  return {
    get job() {
      return job;
    },
    get playback() {
      return playback;
    },
    get error() {
      return error;
    },
    begin() {
      playback = transition(playback, 'load');
      error = null;
    },
    until(work, done) {
      const waiting = createJobPlayer(work, { sound, silenceUrl, onChange });
      job = waiting;
      waiting.finished.then(
        (value) => {
          if (isOver()) return;
          // A pause, or a refusal by the browser, affected the placeholder.
          playback = waiting.playback;
          done(value);
        },
        (reason: unknown) => {
          if (isOver()) return;
          playback = transition(playback, 'failed');
          error = reasonOf(reason);
          sound.release();
          onChange();
        },
      );
    },
  };
}

function reasonOf(error: unknown): ErrorReason {
  const { reason, status } = (error ?? {}) as { reason?: unknown; status?: unknown };
  if (reason === 'NETWORK') return reason;
  // For a listener, every other answer means that the episode is not available now.
  return status === 404 ? 'EPISODE_UNKNOWN' : 'EPISODE_UNAVAILABLE';
}
