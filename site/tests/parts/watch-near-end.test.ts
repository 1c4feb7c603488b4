// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchNearEnd } from '../../src/parts/watch-near-end.ts';

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
  it('calls when the end comes near, and when it is far again', () => {
    const seen: string[] = [];
    const stop = watchNearEnd(document.body, {
      onEnter: () => seen.push('enter'),
      onExit: () => seen.push('exit'),
    });
    for (const isNear of [false, true, true, false, false, true]) see(isNear);
    expect(seen).toEqual(['enter', 'exit', 'enter']);
    stop();
    expect(disconnect).toHaveBeenCalledOnce();
  });

  it('has nothing to do for a list without an end', () => {
    expect(watchNearEnd(null, { onEnter: () => {} })).not.toThrow();
  });
});
