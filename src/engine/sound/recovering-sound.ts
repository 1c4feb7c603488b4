import { createScope } from '../../lib/scope.ts';
import type { Network } from './network.ts';
import { createRenewedAddress } from './renewed-address.ts';
import { createRescue } from './rescue.ts';
import type { CreateSound, SoundEvents, SoundFailure } from './sound.ts';

export interface RecoveryPorts {
  readonly network: Network;
  /** An address that may replace a failed one, e.g. with a newer token; null for none. */
  renew?(url: string): Promise<string | null>;
}

/** The server reports a temporary failure: the same request may succeed later. */
const isTemporary = (status: number | null) =>
  status === 429 || (status !== null && status > 501 && status < 505);

/**
 * A sound that survives lost connections. A sound that breaks off or stands still is requested again and continues at
 * the same second; a stream continues at its present. After two minutes the sound fails with the failure of its last
 * attempt. A file that never began fails after 30 seconds, or at once if its server reports a permanent failure.
 */
export function withRecovery(createSound: CreateSound, ports: RecoveryPorts): CreateSound {
  return (events) => {
    const scope = createScope();
    const address = createRenewedAddress(async (url) => (await ports.renew?.(url)) ?? null);
    let isWanted = false;
    /**
     * The rescue was given up while the browser may still wait for an answer: if the file is opened again, it must be
     * requested again.
     */
    let isGivenUp = false;

    const inner = createSound({
      ...events,
      ...rescuedEvents(events, () => rescue),
      failed: (kind) => void onFailed(kind),
    });

    /** A stream has no position to return to. */
    const place = () => (address.asked?.isLive ? 0 : inner.currentTime);
    const status = async () => (address.asked ? ports.network.statusOf(address.asked.url) : null);

    const rescue = createRescue({
      scope,
      network: ports.network,
      sound: inner,
      isWanted: () => isWanted,
      place,
      status,
      onWaiting: events.stalled,
      onHeard() {
        address.works();
        events.started();
      },
      onGivenUp(kind) {
        isWanted = false;
        isGivenUp = true;
        events.failed(kind);
      },
    });

    async function onFailed(kind: SoundFailure): Promise<void> {
      const failing = address.asked;
      const isOver = () => failing !== address.asked || scope.disposed;
      const { hasBegun, outage } = rescue.state;
      const isLost = outage !== null || (hasBegun && kind === 'network');
      // An old token is a more likely cause than a lost file.
      const renewal = address.renew();
      // A lost connection also delays the renewal, so that the rescue does not wait for it.
      if (isLost) rescue.lose(kind);
      const renewed = await renewal;
      if (isOver() || (isLost && !rescue.state.outage)) return;
      if (renewed) {
        inner.open(renewed, place());
        if (isWanted && isLost) rescue.resume();
        else if (isWanted) inner.play();
        return;
      }
      if (isLost) return;
      const canCome = !hasBegun && kind === 'failed' && isTemporary(await status());
      if (isOver()) return;
      if (canCome) {
        rescue.lose(kind);
        return;
      }
      forget();
      events.failed(kind);
    }

    function forget(): void {
      rescue.settle('released');
      isWanted = false;
      isGivenUp = false;
    }

    const { reload, prepare, warmUp, setVolume, setRate } = inner;
    const untouched = { reload, prepare, warmUp, setVolume, setRate };
    return {
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
        if (source.url !== address.asked?.url) {
          rescue.settle('opened');
          isGivenUp = false;
        }
        inner.open(address.open(source), fileTime);
        if (isGivenUp) inner.reload(fileTime);
        isGivenUp = false;
        rescue.jumped();
      },
      ...untouched,
      tick: rescue.tick,
      play() {
        isWanted = true;
        if (rescue.state.outage) rescue.resume();
        else inner.play();
      },
      pause() {
        isWanted = false;
        rescue.suspend();
        inner.pause();
      },
      release() {
        forget();
        address.release();
        inner.release();
      },
      destroy() {
        scope.dispose();
        inner.destroy();
      },
    };
  };
}

/** The events of a sound that differ while it is lost or being recovered. */
function rescuedEvents(events: SoundEvents, rescue: () => ReturnType<typeof createRescue>) {
  return {
    started: () => rescue().heard(),
    stalled() {
      events.stalled();
      rescue().waits();
    },
    paused() {
      // During a rescue a sound stops without the listener's action.
      if (!rescue().state.outage) events.paused();
    },
    seeked() {
      rescue().jumped();
      if (!rescue().state.outage) events.seeked();
    },
    ended() {
      rescue().settle('ended');
      events.ended();
    },
  };
}
