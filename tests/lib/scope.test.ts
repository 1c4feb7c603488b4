import { describe, expect, it, vi } from 'vitest';
import { createScope } from '../../src/lib/scope.ts';

describe('createScope', () => {
  it('ends everything once, the last first, even if one throws', () => {
    const scope = createScope();
    const ended: string[] = [];
    scope.add(() => ended.push('a'));
    scope.add(() => {
      throw new Error('b');
    });
    scope.add(() => ended.push('c'));
    expect(() => scope.dispose()).toThrow('b');
    scope.dispose();
    expect(ended).toEqual(['c', 'a']);
  });

  it('leaves no listener and no timer', () => {
    vi.useFakeTimers();
    const scope = createScope();
    const target = new EventTarget();
    const heard = vi.fn();
    scope.listen(target, 'ping', heard);
    scope.interval(heard, 10);
    scope.child().timeout(heard, 10);
    scope.dispose();
    target.dispatchEvent(new Event('ping'));
    vi.advanceTimersByTime(100);
    expect(heard).not.toHaveBeenCalled();
    expect([vi.getTimerCount(), scope.signal.aborted]).toEqual([0, true]);
    vi.useRealTimers();
  });
});
