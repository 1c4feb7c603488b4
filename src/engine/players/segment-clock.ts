import { SEGMENT_END_CHECK_MS, SEGMENT_END_WINDOW_MS } from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';

export interface SegmentClockPorts {
  readonly scope: Scope;
  isRunning(): boolean;
  /** Seconds of the file until the end of the segment, or of the range within it. */
  secondsLeft(): number;
  playbackRate(): number;
  /** Milliseconds between two ticks while no end is near. */
  everyMs(): number;
  /** The clock is read: the segment ends in this number of milliseconds. */
  onLook(leftMs: number): void;
  /** Time has passed. */
  onTick(): void;
  onEnd(): void;
}

export interface SegmentClock {
  /** Reads the sound's clock now, and repeatedly while it runs. */
  restart(): void;
  stop(): void;
}

/** One timer while an episode plays: for its progress and, near the end of a segment, for the exact end. */
export function createSegmentClock(ports: SegmentClockPorts): SegmentClock {
  let cancel = () => {};

  function restart(): void {
    cancel();
    if (!ports.isRunning()) return;
    const left = ports.secondsLeft();
    if (left <= 0) {
      ports.onEnd();
      return;
    }
    const leftMs = (left * 1000) / ports.playbackRate();
    ports.onLook(leftMs);
    const everyMs = leftMs < SEGMENT_END_WINDOW_MS ? SEGMENT_END_CHECK_MS : ports.everyMs();
    cancel = ports.scope.timeout(
      () => {
        ports.onTick();
        restart();
      },
      Math.min(everyMs, leftMs),
    );
  }

  return { restart, stop: () => cancel() };
}
