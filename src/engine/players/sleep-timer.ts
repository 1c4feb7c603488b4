import type { Clock } from '../../lib/clock.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Player, PlayerSnapshot, SleepChoice } from '../player.ts';
import { resumeFrom, type SleepState, startSleep, step, untilNextStepMs } from '../rules/sleep.ts';
import type { Sound } from '../sound/sound.ts';

export interface SleepPorts {
  readonly scope: Scope;
  readonly clock?: Clock;
  readonly sound: Pick<Sound, 'setVolume'>;
  readonly player: Pick<Player, 'getSnapshot' | 'getCurrentTime' | 'subscribe' | 'pause' | 'seek'>;
  /** Pauses at a content second, before the next episode begins. Infinity for nowhere. */
  stopAt(seconds: number): void;
  onChange(): void;
}

export interface SleepTimerControl {
  readonly shown: Pick<PlayerSnapshot, 'sleepTimer'>;
  set(choice: SleepChoice | null): void;
}

/** The delay after the pause before the volume returns, because a browser still plays the last moments. */
const VOLUME_BACK_MS = 500;

/** Pauses after a period of listening: applies the steps of `rules/sleep.ts`. */
export function createSleepTimer(ports: SleepPorts): SleepTimerControl {
  const { scope, clock = performance, sound, player, stopAt } = ports;
  const { getSnapshot } = player;
  let timer: SleepState | null = null;
  let shown: SleepTimerControl['shown'] = { sleepTimer: null };
  let isQuiet = false;
  let isLooking = false;
  let cancel = () => {};

  function setLoudness(share: number): void {
    isQuiet = share < 1;
    sound.setVolume((getSnapshot().volume / 100) * share);
  }

  function bringVolumeBack(): void {
    if (isQuiet) setLoudness(1);
  }

  function show(next: SleepState | null): void {
    timer = next;
    const before = shown.sleepTimer;
    const sleepTimer = next && { choice: next.choice, secondsLeft: toWholeSeconds(next.leftMs) };
    const isSame =
      before?.choice === sleepTimer?.choice && before?.secondsLeft === sleepTimer?.secondsLeft;
    if (isSame) return;
    shown = { sleepTimer };
    ports.onChange();
  }

  /** The current range may end before the timer does. */
  const stopBy = (seconds: number) =>
    stopAt(Math.min(seconds, getSnapshot().offsetEnd ?? Infinity));

  function end(): void {
    if (!timer) return;
    const { stopsAt } = timer;
    timer = null;
    cancel();
    if (stopsAt !== null) stopBy(Infinity);
    if (getSnapshot().playing) bringVolumeBack();
    else scope.timeout(bringVolumeBack, VOLUME_BACK_MS);
    show(null);
  }

  function look(): void {
    cancel();
    const snapshot = { ...getSnapshot(), currentTime: player.getCurrentTime() };
    if (!timer) {
      if (snapshot.playing) bringVolumeBack();
      return;
    }
    const next = step(timer, clock.now(), snapshot);
    if (!next) end();
    else if (next.isHeld) show(next);
    else if (next.loudness === 0) fallAsleep(resumeFrom(next, snapshot));
    else count(next);
  }

  function count(next: SleepState): void {
    cancel = scope.timeout(lookOnce, untilNextStepMs(next));
    if (next.loudness < 1) setLoudness(next.loudness);
    else bringVolumeBack(); // a seek may have moved away from the end
    if (next.stopsAt !== null) stopBy(next.stopsAt);
    show(next);
    // The stop may have happened just now.
    if (!getSnapshot().playing) look();
  }

  function fallAsleep(second: number | null): void {
    setLoudness(0);
    player.pause();
    if (second !== null) player.seek(second);
    end();
  }

  /** `look` can trigger itself through the subscription, so nested calls are ignored. */
  function lookOnce(): void {
    if (isLooking) return;
    isLooking = true;
    try {
      look();
    } finally {
      isLooking = false;
    }
  }

  scope.add(player.subscribe(lookOnce));
  return {
    get shown() {
      return shown;
    },
    set(choice) {
      end();
      show(startSleep(choice, clock.now()));
      lookOnce();
    },
  };
}

const toWholeSeconds = (ms: number | null) =>
  ms === null ? null : Math.ceil(Math.round(ms) / 1_000);
