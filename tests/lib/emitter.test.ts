import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmitter } from '../../src/lib/emitter.ts';
import { createStore } from '../../src/lib/store.ts';

const uncaught = vi.fn();

beforeEach(() => {
  uncaught.mockReset();
  process.on('uncaughtException', uncaught);
});
afterEach(() => {
  process.off('uncaughtException', uncaught);
});

const fail = (message: string) => () => {
  throw new Error(message);
};
const errors = () => uncaught.mock.calls.map(([error]) => (error as Error).message);

describe('createEmitter', () => {
  it('calls all listeners, and reports the error of each', async () => {
    const emitter = createEmitter<{ ping: number }>();
    const heard = vi.fn();
    emitter.on('ping', fail('first'));
    emitter.on('ping', fail('second'));
    emitter.on('ping', heard);
    emitter.emit('ping', 1);
    expect(heard).toHaveBeenCalledWith(1);
    await Promise.resolve();
    expect(errors()).toEqual(['first', 'second']);
  });

  it('calls a listener as often as it was added, until each is removed', () => {
    const emitter = createEmitter<{ ping: number }>();
    const heard = vi.fn();
    const [off] = [emitter.on('ping', heard), emitter.on('ping', heard)];
    emitter.emit('ping', 1);
    off();
    emitter.emit('ping', 2);
    expect(heard.mock.calls).toEqual([[1], [1], [2]]);
  });

  it('does not call listeners that another listener has just removed or added', () => {
    const emitter = createEmitter<{ ping: number }>();
    const heard = vi.fn();
    emitter.on('ping', () => {
      off();
      emitter.on('ping', heard);
    });
    const off = emitter.on('ping', heard);
    emitter.emit('ping', 1);
    expect(heard).not.toHaveBeenCalled();
    emitter.clear();
    emitter.emit('ping', 2);
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('createStore', () => {
  it('calls its subscribers for a new snapshot only', async () => {
    const store = createStore({ a: 1 });
    const told = vi.fn();
    store.subscribe(fail('broken'));
    const off = store.subscribe(told);
    store.set(store.getSnapshot());
    store.set({ a: 2 });
    off();
    store.set({ a: 3 });
    expect([told.mock.calls.length, store.getSnapshot()]).toEqual([1, { a: 3 }]);
    await Promise.resolve();
    expect(errors()).toEqual(['broken', 'broken']);
  });
});
