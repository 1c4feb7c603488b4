import { SOUND_START_TIMEOUT_MS, STALL_RELOAD_MS } from '../../contract/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Sound } from './sound.ts';

/** A sound whose clock has not moved for this long is not audible. */
const FROZEN_AFTER_MS = 1_000;
const LOOK_EVERY_MS = 250;

export interface StandstillPorts {
  readonly scope: Scope;
  readonly clock?: Clock;
  readonly sound: Pick<Sound, 'currentTime' | 'bufferedEnd'>;
  hasBegun(): boolean;
  /** The clock of a playing sound does not move. */
  onFrozen(): void;
  /** The clock of a frozen sound moves again; the browser may not report it. */
  onThawed(): void;
  /** No data has arrived for so long that the sound counts as lost. */
  onLost(): void;
}

/**
 * Watches a sound that stands still. Chromium reports a silent connection by `waiting`; Firefox reports nothing while
 * it has buffered data, so the clock of the sound is read as well.
 */
export function createStandstill(ports: StandstillPorts) {
  const { scope, clock = performance, sound, hasBegun } = ports;
  let cancel = () => {};
  let isFrozen = false;
  let seen = { at: Number.NaN, since: 0 };

  function moved(): boolean {
    if (sound.currentTime === seen.at) return false;
    seen = { at: sound.currentTime, since: clock.now() };
    return true;
  }

  function watch(): void {
    cancel();
    seen = { at: sound.currentTime, since: clock.now() };
    let { bufferedEnd } = sound;
    cancel = scope.interval(() => {
      if (moved()) {
        if (isFrozen) ports.onThawed();
        else cancel();
        return;
      }
      if (sound.bufferedEnd !== bufferedEnd) {
        bufferedEnd = sound.bufferedEnd;
        seen.since = clock.now();
      }
      const limitMs = hasBegun() ? STALL_RELOAD_MS : SOUND_START_TIMEOUT_MS;
      if (clock.now() - seen.since >= limitMs) {
        cancel();
        ports.onLost();
      }
    }, LOOK_EVERY_MS);
  }

  return {
    /** The browser reports that the sound waits. */
    watch,
    /** Called repeatedly while the sound should play. */
    tick(): void {
      if (isFrozen || moved() || clock.now() - seen.since < FROZEN_AFTER_MS) return;
      isFrozen = true;
      watch();
      ports.onFrozen();
    },
    /** A seek: the jump of the clock does not count as progress. */
    jumped(): void {
      if (isFrozen) watch();
    },
    stop(): void {
      cancel();
      isFrozen = false;
      seen = { at: Number.NaN, since: 0 };
    },
  };
}
