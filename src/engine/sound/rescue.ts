import { RECOVERY_GIVE_UP_MS, SOUND_START_TIMEOUT_MS } from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Network } from './network.ts';
import { INTACT, looksBroken, type Recovery, recoveryAfter, retryAfterMs } from './outage.ts';
import type { Sound, SoundFailure } from './sound.ts';
import { createStandstill } from './standstill.ts';

export interface RescuePorts {
  readonly scope: Scope;
  readonly network: Pick<Network, 'isOnline' | 'onOnline'>;
  readonly sound: Pick<Sound, 'currentTime' | 'bufferedEnd' | 'play' | 'reload'>;
  isWanted(): boolean;
  /** The second at which playback continues. */
  place(): number;
  /** The current HTTP status of the open file; null if unknown. */
  status(): Promise<number | null>;
  onWaiting(): void;
  onHeard(): void;
  onGivenUp(kind: SoundFailure): void;
}

/** Requests a lost sound again, until it arrives or its time has run out. */
export function createRescue(ports: RescuePorts) {
  const { scope, network, sound, isWanted } = ports;
  let state: Recovery = INTACT;
  let cancelRetry = () => {};
  let cancelGivingUp: (() => void) | null = null;

  const standstill = createStandstill({
    scope,
    sound,
    hasBegun: () => state.hasBegun,
    onFrozen: ports.onWaiting,
    onThawed: heard,
    onLost() {
      if (!isWanted()) return;
      if (state.hasBegun) lose('network');
      else giveUp();
    },
  });

  function suspend(): void {
    standstill.stop();
    cancelRetry();
    cancelGivingUp?.();
    cancelGivingUp = null;
  }

  function settle(type: 'opened' | 'started' | 'ended' | 'released'): void {
    suspend();
    state = recoveryAfter(state, { type });
  }

  function heard(): void {
    settle('started');
    ports.onHeard();
  }

  function lose(kind: SoundFailure): void {
    state = recoveryAfter(state, { type: 'lost', kind, at: sound.currentTime });
    retryAfter(retryAfterMs(state));
    if (looksBroken(state)) void checkFile();
  }

  /**
   * A browser may repeat the last moment before a break from its cache, whatever the server answers. The file is
   * broken only if its server does deliver it.
   */
  async function checkFile(): Promise<void> {
    const { breaks } = state;
    const status = await ports.status();
    if (breaks === state.breaks && status !== null && status < 400) giveUp();
  }

  function retryAfter(delayMs: number): void {
    if (!isWanted()) return; // `play` requests it again
    ports.onWaiting();
    standstill.stop();
    cancelRetry();
    cancelRetry = scope.timeout(retry, delayMs);
    const limitMs = state.hasBegun ? RECOVERY_GIVE_UP_MS : SOUND_START_TIMEOUT_MS;
    cancelGivingUp ??= scope.timeout(giveUp, limitMs);
  }

  function retry(): void {
    // Without a connection an attempt can only fail; `online` starts the next one.
    if (!state.outage || !isWanted() || !network.isOnline()) return;
    state = recoveryAfter(state, { type: 'retried' });
    sound.reload(ports.place());
    sound.play();
    standstill.watch();
  }

  function giveUp(): void {
    const { kind = 'network' } = state.outage ?? {};
    settle('released');
    ports.onGivenUp(kind);
  }

  scope.add(network.onOnline(retry));

  return {
    get state() {
      return state;
    },
    settle,
    suspend,
    heard,
    lose,
    /** Requests it at once. */
    resume: () => retryAfter(0),
    waits() {
      if (!state.outage) standstill.watch();
    },
    tick: standstill.tick,
    jumped: standstill.jumped,
  };
}
