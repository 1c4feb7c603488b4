import { createScope } from 'earshot/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSuggestionSource, PAUSE_MS } from '../../src/search/suggestion-source.ts';
import type { Suggested } from '../../src/search/trim-results.ts';

const NOTHING: Suggested = { categories: [], tags: [], users: [], shows: [] };

/** Requests that the test answers itself. */
function setUp() {
  const scope = createScope();
  const asked = new Map<string, { resolve(found: Suggested): void; reject(reason: Error): void }>();
  const show = vi.fn();
  const ask = vi.fn((q: string) => {
    return new Promise<Suggested>((resolve, reject) => asked.set(q, { resolve, reject }));
  });
  const answer = async (q: string) => {
    asked.get(q)?.resolve(NOTHING);
    await vi.advanceTimersByTimeAsync(0);
  };
  const source = createSuggestionSource({ scope, ask, show });
  const type = async (text: string) => {
    source.type(text);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
  };
  return { scope, source, ask, asked, show, answer, type };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createSuggestionSource', () => {
  it('asks once after a pause, not for each key', async () => {
    const { source, ask, type } = setUp();
    for (const text of ['r', 'ro', 'roo']) source.type(text);
    await type('rooms');
    expect(ask.mock.calls.map(([q]) => q)).toEqual(['rooms']);
  });

  it('shows the answer to the newest question only', async () => {
    const { show, type, answer } = setUp();
    await type('first');
    await type('second');
    await answer('second');
    await answer('first');
    expect(show.mock.calls.map(([q]) => q)).toEqual(['second']);
  });

  it('knows what it has asked before, whatever its case and blanks', async () => {
    const { source, ask, show, type, answer } = setUp();
    await type('why rooms');
    await answer('why rooms');
    source.type('  Why  ROOMS ');
    expect(ask).toHaveBeenCalledTimes(1);
    expect(show).toHaveBeenLastCalledWith('why rooms', NOTHING);
  });

  it('shows nothing for an empty field, and asks nothing', async () => {
    const { ask, show, type } = setUp();
    await type('   ');
    expect(ask).not.toHaveBeenCalled();
    expect(show).toHaveBeenLastCalledWith('', null);
  });

  it('asks again after a failure', async () => {
    const { source, ask, asked, show, type } = setUp();
    await type('rooms');
    asked.get('rooms')?.reject(new TypeError('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(show).toHaveBeenLastCalledWith('rooms', null);
    source.type('');
    await type('rooms');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it.each(['stop', 'dispose'])('asks and shows nothing after %s', async (end) => {
    const { scope, source, ask, show } = setUp();
    source.type('rooms');
    if (end === 'stop') source.stop();
    else scope.dispose();
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(ask).not.toHaveBeenCalled();
    expect(show).not.toHaveBeenCalled();
  });
});
