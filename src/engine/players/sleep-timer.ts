import { SLEEP_FADE_STEP_MS, SLEEP_PAUSE_MAX_MS } from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Player, PlayerSnapshot, SleepChoice } from '../player.ts';
import { secondsUntil, sleepStop, sleepVolume } from '../rules/sleep.ts';
import type { Sound } from '../sound/sound.ts';

export interface SleepPorts {
  readonly scope: Scope;
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

/** Later than every end: the episode pauses at its end instead of going on to the next. */
const PAST_THE_END_S = Number.MAX_VALUE;
/** The engine stops a little late, never early. */
const STOP_TOLERANCE_S = 0.05;
/** After the pause the volume waits for so long, because a browser lets the last moments through. */
const VOLUME_BACK_MS = 500;

/**
 * Pauses after a time of listening. The clock decides, not the number of ticks: background pages get few of them. A
 * pause holds the timer, and a pause during the fade ends it, because then the listener is awake.
 */
export function createSleepTimer({
  scope,
  sound,
  player,
  stopAt,
  onChange,
}: SleepPorts): SleepTimerControl {
  const { getSnapshot, getCurrentTime } = player;
  let choice: SleepChoice | null = null;
  let shown: SleepTimerControl['shown'] = { sleepTimer: null };
  /** Of a timer of minutes: the listening that is left, as of `readAt`. */
  let leftMs = 0;
  let readAt: number | null = null; // null during a pause
  let pausedAt = 0;
  /** Content second at which the fade began; null while the sound does not fade. */
  let fadedFrom: number | null = null;
  /** Content second at which the engine was told to stop. */
  let stopsAt: number | null = null;
  let isQuiet = false;
  let isLooking = false;
  let cancel = () => {};

  function setVolume(factor: number): void {
    isQuiet = factor < 1;
    sound.setVolume((getSnapshot().volume / 100) * factor);
  }

  function bringVolumeBack(): void {
    if (isQuiet) setVolume(1);
  }

  function show(left: number | null): void {
    const secondsLeft = left === null ? null : Math.ceil(left);
    const { sleepTimer } = shown;
    if (sleepTimer?.choice === choice && sleepTimer.secondsLeft === secondsLeft) return;
    shown = { sleepTimer: choice === null ? null : { choice, secondsLeft } };
    onChange();
  }

  function end(): void {
    if (choice === null) return;
    choice = null;
    fadedFrom = null;
    cancel();
    if (stopsAt !== null) stopAt(getSnapshot().offsetEnd ?? Infinity);
    stopsAt = null;
    if (getSnapshot().playing) bringVolumeBack();
    else scope.timeout(bringVolumeBack, VOLUME_BACK_MS);
    show(null);
  }

  /** The listener may have missed what faded: it plays again next time. */
  function fallAsleep(): void {
    const { adTimeLeft, duration } = getSnapshot();
    const back = typeof choice === 'number' && duration > 0 && adTimeLeft === 0 ? fadedFrom : null;
    player.pause();
    if (back !== null) player.seek(back);
    end();
  }

  function spend(): void {
    const now = performance.now();
    leftMs -= now - (readAt ?? now);
    readAt = now;
  }

  function hold(): void {
    if (readAt !== null) {
      spend();
      pausedAt = performance.now();
      readAt = null;
      if (typeof choice === 'number') show(leftMs / 1_000);
    }
    const hasEnded = stopsAt !== null && getSnapshot().state === 'ended';
    const hasStopped = stopsAt !== null && getCurrentTime() >= stopsAt - STOP_TOLERANCE_S;
    if (hasEnded || hasStopped || fadedFrom !== null) end();
  }

  function fade(left: number, stop: number | null): void {
    const factor = sleepVolume(left, stop);
    if (factor === 1) {
      if (fadedFrom !== null) bringVolumeBack(); // a seek has led away from the end
      fadedFrom = null;
      return;
    }
    fadedFrom ??= getCurrentTime();
    setVolume(factor);
  }

  function look(): void {
    cancel();
    const { playing } = getSnapshot();
    if (choice === null) {
      if (playing) bringVolumeBack();
      return;
    }
    if (!playing) hold();
    else if (readAt === null && performance.now() - pausedAt > SLEEP_PAUSE_MAX_MS) end();
    else count(choice);
  }

  function count(chosen: SleepChoice): void {
    spend();
    const now = getCurrentTime();
    const stop = sleepStop(chosen, fadedFrom ?? now, getSnapshot());
    const left = stop === null ? leftMs / 1_000 : secondsUntil(stop, now, getSnapshot());
    if (left !== null) fade(left, stop);
    if (left !== null && left <= 0 && stop !== Infinity) {
      fallAsleep();
      return;
    }
    // Nor does the next episode begin during a fade.
    if (stop !== null || fadedFrom !== null) stopBefore(stop ?? PAST_THE_END_S);
    show(left);
    cancel = scope.timeout(lookOnce, fadedFrom === null ? nextSecondMs(left) : SLEEP_FADE_STEP_MS);
    // The stop may have been this moment.
    if (!getSnapshot().playing) hold();
  }

  /** The range that plays may end earlier. */
  function stopBefore(seconds: number): void {
    stopsAt = Math.min(seconds, PAST_THE_END_S);
    stopAt(Math.min(stopsAt, getSnapshot().offsetEnd ?? Infinity));
  }

  /** A look may change the snapshot, and a change of the snapshot is a reason to look. */
  function lookOnce(): void {
    if (isLooking) return;
    isLooking = true;
    look();
    isLooking = false;
  }

  scope.add(player.subscribe(lookOnce));
  return {
    get shown() {
      return shown;
    },
    set(next) {
      end();
      if (next === null || (typeof next === 'number' && !(next > 0))) return;
      choice = next;
      leftMs = typeof next === 'number' ? next * 60_000 : 0;
      readAt = null;
      pausedAt = performance.now();
      show(typeof next === 'number' ? next * 60 : null);
      lookOnce();
    },
  };
}

/** Milliseconds until the number of whole seconds changes. */
const nextSecondMs = (left: number | null): number =>
  left === null ? 1_000 : (left - Math.ceil(left) + 1) * 1_000 + 1;
