// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchNearEnd } from '../../src/parts/use-near-end.ts';

let see: (isIntersecting: boolean) => void;
const disconnect = vi.fn();
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => callback([{ isIntersecting }]);
      }
      observe() {}
      disconnect = disconnect;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('watchNearEnd', () => {
  it('calls each time that the end comes near', () => {
    const onEnter = vi.fn();
    const stop = watchNearEnd(document.body, onEnter);
    for (const isNear of [false, true, true, false, false, true]) see(isNear);
    expect(onEnter).toHaveBeenCalledTimes(2);
    stop();
    expect(disconnect).toHaveBeenCalledOnce();
  });

  it('has nothing to do for a list without an end', () => {
    expect(watchNearEnd(null, () => {})).not.toThrow();
  });
});
