import {
  RECOVERY_GIVE_UP_MS,
  SOUND_START_TIMEOUT_MS,
  STALL_RELOAD_MS,
} from '../../contract/limits.ts';
import { createScope } from '../../lib/scope.ts';
import type { AudioSource, CreateSound, SoundFailure } from './sound.ts';

export interface Network {
  /** False only where the browser knows that it has no connection. */
  isOnline(): boolean;
  /** Returns a function that removes the listener. */
  onOnline(listener: () => void): () => void;
}

export interface RecoveryPorts {
  readonly network: Network;
  /** An address that may work in the place of one that failed, e.g. with a newer token; null for none. */
  renew?(url: string): Promise<string | null>;
}

const RETRY_AFTER_MS = [1_000, 2_000, 4_000, 8_000];
/** What breaks off this often within a second of itself is a broken file, and no connection. */
const BREAKS_AT_ONE_PLACE = 3;
const ONE_PLACE_S = 1;

/**
 * A sound that outlives its connection: what breaks off or stands still is asked for again, and goes on at the same
 * second; a stream, where it is by then. After two minutes it fails as the last attempt did; a file that never began
 * fails at once.
 */
export function withRecovery(createSound: CreateSound, ports: RecoveryPorts): CreateSound {
  return (events) => {
    const scope = createScope();
    let opened: AudioSource | null = null;
    /** Where what was opened is really fetched from, once its address has been renewed. */
    let renewed: AudioSource | null = null;
    let hasTriedRenewing = false;
    let hasBegun = false;
    let isWanted = false;
    /** Given up while the browser may still wait for an answer: to open it again is to ask again. */
    let isGivenUp = false;
    let outage: { attempts: number; kind: SoundFailure } | null = null;
    let lastBreak = { at: Number.NaN, count: 0 };
    let cancelRetry = () => {};
    let cancelGivingUp: (() => void) | null = null;

    const inner = createSound({
      ...events,
      started() {
        hasBegun = true;
        hasTriedRenewing = false;
        recovered();
        events.started();
      },
      stalled() {
        events.stalled();
        if (!outage) watch();
      },
      paused() {
        // While it is being saved a sound stops by itself; the listener has asked for nothing.
        if (!outage) events.paused();
      },
      seeked() {
        if (!outage) events.seeked();
      },
      ended() {
        recovered();
        events.ended();
      },
      failed(kind) {
        void onFailed(kind);
      },
    });

    /** Where to go on. A stream has no place to go back to. */
    const place = () => (opened?.isLive ? 0 : inner.currentTime);

    async function onFailed(kind: SoundFailure): Promise<void> {
      const failing = opened;
      if (await renewAddress()) return;
      // Something else has been opened meanwhile.
      if (failing !== opened || scope.disposed) return;
      if (hasBegun && (kind === 'network' || outage)) return lose(kind);
      reset();
      events.failed(kind);
    }

    /** Once for each failure: an old token is a likelier fault than a lost file. */
    async function renewAddress(): Promise<boolean> {
      const failing = opened;
      if (!failing || hasTriedRenewing || !ports.renew) return false;
      hasTriedRenewing = true;
      const url = await ports.renew(failing.url).catch(() => null);
      if (!url || failing !== opened || scope.disposed) return false;
      renewed = { ...failing, url };
      inner.open(renewed, place());
      if (isWanted) inner.play();
      return true;
    }

    function lose(kind: SoundFailure): void {
      if (!outage) {
        const at = inner.currentTime;
        const isAgain = Math.abs(at - lastBreak.at) < ONE_PLACE_S;
        lastBreak = { at, count: isAgain ? lastBreak.count + 1 : 1 };
        outage = { attempts: lastBreak.count - 1, kind };
      }
      outage.kind = kind;
      const isHopeless = lastBreak.count > BREAKS_AT_ONE_PLACE;
      if (isHopeless) giveUp();
      else retryAfter(RETRY_AFTER_MS[Math.min(outage.attempts, RETRY_AFTER_MS.length - 1)] ?? 0);
    }

    function retryAfter(delayMs: number): void {
      if (!isWanted) return; // `play` will ask again
      events.stalled();
      cancelRetry();
      cancelRetry = scope.timeout(retry, delayMs);
      cancelGivingUp ??= scope.timeout(giveUp, RECOVERY_GIVE_UP_MS);
    }

    function retry(): void {
      // Without a connection an attempt can only fail; `online` brings the next one.
      if (!outage || !isWanted || !ports.network.isOnline()) return;
      outage.attempts += 1;
      inner.reload(place());
      inner.play();
      watch();
    }

    /** A sound that stands still without an error is a connection that nobody has hung up. */
    function watch(): void {
      cancelRetry();
      const { currentTime, bufferedEnd } = inner;
      const onTimeout = () => {
        if (!isWanted || inner.currentTime !== currentTime) return;
        if (inner.bufferedEnd !== bufferedEnd) return watch();
        if (hasBegun) lose('network');
        else giveUp();
      };
      cancelRetry = scope.timeout(onTimeout, hasBegun ? STALL_RELOAD_MS : SOUND_START_TIMEOUT_MS);
    }

    function giveUp(): void {
      const { kind = 'network' } = outage ?? {};
      reset();
      isGivenUp = true;
      events.failed(kind);
    }

    function recovered(): void {
      stopRetrying();
      outage = null;
    }

    function stopRetrying(): void {
      cancelRetry();
      cancelGivingUp?.();
      cancelGivingUp = null;
    }

    function reset(): void {
      recovered();
      isWanted = false;
      hasBegun = false;
      isGivenUp = false;
      lastBreak = { at: Number.NaN, count: 0 };
    }

    scope.add(ports.network.onOnline(retry));

    return {
      ...inner,
      get currentTime() {
        return inner.currentTime;
      },
      get duration() {
        return inner.duration;
      },
      get bufferedEnd() {
        return inner.bufferedEnd;
      },
      open(source, fileTime) {
        if (source.url !== opened?.url) {
          recovered();
          hasBegun = false;
          hasTriedRenewing = false;
          renewed = null;
          isGivenUp = false;
          opened = source;
        }
        inner.open(renewed ?? source, fileTime);
        if (isGivenUp) inner.reload(fileTime);
        isGivenUp = false;
      },
      play() {
        isWanted = true;
        if (outage) retryAfter(0);
        else inner.play();
      },
      pause() {
        isWanted = false;
        stopRetrying();
        inner.pause();
      },
      release() {
        reset();
        opened = null;
        renewed = null;
        inner.release();
      },
      destroy() {
        scope.dispose();
        inner.destroy();
      },
    };
  };
}
