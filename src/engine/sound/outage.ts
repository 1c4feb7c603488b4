import type { SoundFailure } from './sound.ts';

/** The facts that decide how a lost sound is requested again. */
export interface Recovery {
  /** Some of the open file has been heard. */
  readonly hasBegun: boolean;
  /** Null if the sound works. `kind` is the failure of the last attempt. */
  readonly outage: { readonly attempts: number; readonly kind: SoundFailure } | null;
  /** Consecutive breaks within a second of each other. */
  readonly breaks: { readonly at: number; readonly count: number };
}

export type RecoveryEvent =
  | { readonly type: 'opened' | 'started' | 'ended' | 'retried' | 'released' }
  | { readonly type: 'lost'; readonly kind: SoundFailure; readonly at: number };

const NO_BREAKS = { at: 0, count: 0 };
export const INTACT: Recovery = { hasBegun: false, outage: null, breaks: NO_BREAKS };

const ONE_PLACE_S = 1;
const BREAKS_AT_ONE_PLACE = 3;
const RETRY_AFTER_MS = [1_000, 2_000, 4_000, 8_000];

export function recoveryAfter(state: Recovery, event: RecoveryEvent): Recovery {
  const { outage, breaks } = state;
  switch (event.type) {
    case 'opened':
      return { ...INTACT, breaks };
    case 'started':
      return { ...state, hasBegun: true, outage: null };
    case 'ended':
      return { ...state, outage: null };
    case 'retried':
      return outage ? { ...state, outage: { ...outage, attempts: outage.attempts + 1 } } : state;
    case 'released':
      return INTACT;
    case 'lost': {
      const { kind, at } = event;
      if (outage) return { ...state, outage: { ...outage, kind } };
      const isAgain = Math.abs(at - breaks.at) < ONE_PLACE_S;
      const count = isAgain ? breaks.count + 1 : 1;
      return { ...state, breaks: { at, count }, outage: { attempts: count - 1, kind } };
    }
    default:
      return event satisfies never;
  }
}

/** The delay grows with each attempt, up to eight seconds. */
export function retryAfterMs({ outage }: Recovery): number {
  const attempts = Math.min(outage?.attempts ?? 0, RETRY_AFTER_MS.length - 1);
  return RETRY_AFTER_MS[attempts] ?? 0;
}

/** A sound that breaks off repeatedly within one second may be a broken file rather than a lost connection. */
export function looksBroken({ breaks }: Recovery): boolean {
  return breaks.count > BREAKS_AT_ONE_PLACE;
}
