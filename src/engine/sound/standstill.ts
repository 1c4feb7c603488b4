import { SOUND_START_TIMEOUT_MS, STALL_RELOAD_MS } from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Sound } from './sound.ts';

/** A sound whose clock has not moved for this long is not heard. */
const FROZEN_AFTER_MS = 1_000;
const LOOK_EVERY_MS = 250;

export interface StandstillPorts {
  readonly scope: Scope;
  readonly sound: Pick<Sound, 'currentTime' | 'bufferedEnd'>;
  hasBegun(): boolean;
  /** The clock of a sound that plays does not move. */
  onFrozen(): void;
  /** The clock of a frozen sound moves again, and the browser may not say so. */
  onThawed(): void;
  /** Nothing has arrived for so long that nothing will. */
  onLost(): void;
}

/**
 * Watches a sound that stands still. Chromium reports a silent connection by `waiting`; Firefox reports nothing while
 * it has something buffered, so the clock of the sound is read as well.
 */
export function createStandstill(ports: StandstillPorts) {
  const { scope, sound, hasBegun } = ports;
  let cancel = () => {};
  let isFrozen = false;
  let seen = { at: Number.NaN, since: 0 };

  function moved(): boolean {
    if (sound.currentTime === seen.at) return false;
    seen = { at: sound.currentTime, since: performance.now() };
    return true;
  }

  function watch(): void {
    cancel();
    seen = { at: sound.currentTime, since: performance.now() };
    let { bufferedEnd } = sound;
    cancel = scope.interval(() => {
      if (moved()) {
        if (isFrozen) ports.onThawed();
        else cancel();
        return;
      }
      if (sound.bufferedEnd !== bufferedEnd) {
        bufferedEnd = sound.bufferedEnd;
        seen.since = performance.now();
      }
      const limitMs = hasBegun() ? STALL_RELOAD_MS : SOUND_START_TIMEOUT_MS;
      if (performance.now() - seen.since >= limitMs) {
        cancel();
        ports.onLost();
      }
    }, LOOK_EVERY_MS);
  }

  return {
    /** The sound waits, as the browser says. */
    watch,
    /** Called now and then while sound is to be heard. */
    tick(): void {
      if (isFrozen || moved() || performance.now() - seen.since < FROZEN_AFTER_MS) return;
      isFrozen = true;
      watch();
      ports.onFrozen();
    },
    /** It was moved: the jump is no sign of life. */
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
