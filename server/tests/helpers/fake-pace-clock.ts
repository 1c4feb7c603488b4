import type { Clock } from '../../src/platform/limits/pacer.ts';

/** A clock that jumps to the end of each wait, and notes it. */
export function fakePaceClock() {
  let at = 0;
  const waits: number[] = [];
  const clock: Clock = {
    now: () => at,
    later(run, ms) {
      waits.push(ms);
      const timer = setImmediate(() => {
        at += ms;
        run();
      });
      return () => clearImmediate(timer);
    },
  };
  return {
    clock,
    /** Milliseconds, in order. */
    waits,
    pass(ms: number) {
      at += ms;
    },
  };
}
