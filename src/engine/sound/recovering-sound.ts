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

/**
 * A sound that outlives its connection: what breaks off or stands still is asked for again, and goes on at the same
 * second. After two minutes it fails with `network`; a file that never began fails at once.
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
    let outage: { at: number; attempts: number } | null = null;
    let cancelRetry = () => {};
    let isGivingUp = false;
    let cancelGivingUp = () => {};

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
        // An element that has failed is told to pause by the browser; the listener has asked for nothing.
        if (!outage) events.paused();
      },
      seeked() {
        if (!outage) events.seeked();
      },
      ended() {
        if (!outage) events.ended();
      },
      failed(kind) {
        void onFailed(kind);
      },
    });

    async function onFailed(kind: SoundFailure): Promise<void> {
      const failing = opened;
      if (await renewAddress()) return;
      // Something else has been opened meanwhile.
      if (failing !== opened || scope.disposed) return;
      if (hasBegun && (kind === 'network' || outage)) return lose();
      reset();
      events.failed(kind);
    }

    /** Once for each failure: an old token is a likelier fault than a lost file. */
    async function renewAddress(): Promise<boolean> {
      const failing = opened;
      if (!failing || hasTriedRenewing || !ports.renew) return false;
      const at = outage?.at ?? inner.currentTime;
      hasTriedRenewing = true;
      const url = await ports.renew(failing.url).catch(() => null);
      if (!url || failing !== opened || scope.disposed) return false;
      renewed = { ...failing, url };
      inner.open(renewed, at);
      if (isWanted) inner.play();
      return true;
    }

    function lose(): void {
      outage ??= { at: inner.currentTime, attempts: 0 };
      if (!isWanted) return; // `play` will ask again
      events.stalled();
      const delay = RETRY_AFTER_MS[Math.min(outage.attempts, RETRY_AFTER_MS.length - 1)] ?? 0;
      cancelRetry();
      cancelRetry = scope.timeout(retry, delay);
      if (!isGivingUp) {
        isGivingUp = true;
        cancelGivingUp = scope.timeout(giveUp, RECOVERY_GIVE_UP_MS);
      }
    }

    function retry(): void {
      // Without a connection an attempt can only fail; `online` brings the next one.
      if (!outage || !isWanted || !ports.network.isOnline()) return;
      outage.attempts += 1;
      inner.reload(outage.at);
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
        if (hasBegun) lose();
        else giveUp();
      };
      cancelRetry = scope.timeout(onTimeout, hasBegun ? STALL_RELOAD_MS : SOUND_START_TIMEOUT_MS);
    }

    function giveUp(): void {
      reset();
      events.failed('network');
    }

    function recovered(): void {
      cancelRetry();
      cancelGivingUp();
      isGivingUp = false;
      outage = null;
    }

    function reset(): void {
      recovered();
      isWanted = false;
      hasBegun = false;
    }

    scope.add(ports.network.onOnline(() => outage && retry()));

    return {
      ...inner,
      get currentTime() {
        return outage?.at ?? inner.currentTime;
      },
      get duration() {
        return inner.duration;
      },
      get bufferedEnd() {
        return inner.bufferedEnd;
      },
      open(source, fileTime) {
        const isSame = source.url === opened?.url;
        if (!isSame) {
          recovered();
          hasBegun = false;
          hasTriedRenewing = false;
          renewed = null;
        } else if (outage) outage.at = fileTime;
        opened = isSame ? opened : source;
        inner.open(isSame && renewed ? renewed : source, fileTime);
      },
      play() {
        isWanted = true;
        if (outage) return lose();
        inner.play();
      },
      pause() {
        isWanted = false;
        cancelRetry();
        cancelGivingUp();
        isGivingUp = false;
        inner.pause();
      },
      seek(fileTime) {
        if (outage) outage.at = fileTime;
        inner.seek(fileTime);
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
