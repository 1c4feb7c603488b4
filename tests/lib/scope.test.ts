import { describe, expect, it, vi } from 'vitest';
import { createScope } from '../../src/lib/scope.ts';

describe('createScope', () => {
  it('ends everything once, the last first, and reports the error of one', async () => {
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught);
    const scope = createScope();
    const ended: string[] = [];
    scope.add(() => ended.push('a'));
    scope.add(() => {
      throw new Error('b');
    });
    scope.add(() => ended.push('c'));
    scope.dispose();
    scope.dispose();
    expect(ended).toEqual(['c', 'a']);
    await Promise.resolve();
    process.off('uncaughtException', uncaught);
    expect(uncaught.mock.calls.map(([{ message }]) => message)).toEqual(['b']);
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
