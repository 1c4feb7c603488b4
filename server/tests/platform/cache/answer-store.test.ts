import { describe, expect, it } from 'vitest';
import { createAnswerStore } from '../../../src/platform/cache/answer-store.ts';

const create = (maxBytes = 1 << 20) => createAnswerStore<string>({ maxBytes });
type Store = ReturnType<typeof create>;

function put(store: Store, key: string, { sources = ['show:1'], bytes = 100 } = {}): void {
  store.endFill(store.beginFill(), key, { value: key, sources: new Set(sources), bytes });
}

describe('createAnswerStore', () => {
  it('gives what was stored', () => {
    const store = create();
    put(store, 'a');
    expect([store.get('a'), store.get('b')]).toEqual(['a', undefined]);
  });

  it('drops every value that was made from a source, and no other', () => {
    const store = create();
    put(store, 'a', { sources: ['show:1', 'user:1'] });
    put(store, 'b', { sources: ['show:1'] });
    put(store, 'c', { sources: ['show:2', 'user:1'] });
    store.drop('show:1');
    expect(['a', 'b', 'c'].map(store.get)).toEqual([undefined, undefined, 'c']);
    store.drop('user:1');
    expect([store.size, store.bytes]).toEqual([0, 0]);
  });

  it('refuses a value whose source changed while it was made', () => {
    const store = create();
    const [changed, other] = [store.beginFill(), store.beginFill()];
    store.drop('show:1');
    store.endFill(changed, 'a', { value: 'old', sources: new Set(['show:1']), bytes: 1 });
    store.endFill(other, 'b', { value: 'b', sources: new Set(['show:2']), bytes: 1 });
    expect([store.get('a'), store.get('b')]).toEqual([undefined, 'b']);
  });

  it('takes a value that was begun after the change, also while an older fill is open', () => {
    const store = create();
    const older = store.beginFill();
    store.drop('show:1');
    put(store, 'new');
    store.endFill(older, 'old', null);
    expect(store.get('new')).toBe('new');
  });

  it('refuses every value that was begun before everything was cleared', () => {
    const store = create();
    const fill = store.beginFill();
    store.clear();
    store.endFill(fill, 'a', { value: 'old', sources: new Set(['show:1']), bytes: 1 });
    expect(store.size).toBe(0);
  });

  it('forgets changes after a while rather than growing, and then refuses all open fills', () => {
    const store = create();
    const fill = store.beginFill();
    for (let id = 0; id < 20_000; id++) store.drop(`show:${id}`);
    store.endFill(fill, 'a', { value: 'old', sources: new Set(['show:0']), bytes: 1 });
    expect(store.size).toBe(0);
    put(store, 'b');
    expect(store.get('b')).toBe('b');
  });

  it('stays within its bytes and keeps the values that were used last', () => {
    const store = create(100_000);
    put(store, 'first');
    for (let index = 0; index < 10_000; index++) {
      put(store, `value-${index}`, { sources: [`show:${index}`] });
      store.get('first');
    }
    expect(store.bytes).toBeLessThanOrEqual(100_000);
    expect(store.size).toBeLessThan(100);
    expect([store.get('first'), store.get('value-0')]).toEqual(['first', undefined]);
  });

  it('counts what a value gains, and counts nothing for a value that was replaced', () => {
    const store = create(10_000);
    put(store, 'a');
    put(store, 'b');
    const before = store.bytes;
    store.grow('a', 'another value', 5_000);
    expect(store.bytes).toBe(before);
    store.grow('b', 'b', 9_000);
    expect([store.get('a'), store.bytes <= 10_000]).toEqual([undefined, true]);
  });

  it('does not store one value that would take most of the room', () => {
    const store = create(10_000);
    put(store, 'small');
    put(store, 'large', { bytes: 9_000 });
    expect([store.get('small'), store.get('large')]).toEqual(['small', undefined]);
  });

  it('replaces the value of a key', () => {
    const store = create();
    put(store, 'a', { sources: ['show:1'] });
    const before = store.bytes;
    put(store, 'a', { sources: ['show:2'] });
    store.drop('show:1');
    expect([store.get('a'), store.bytes]).toEqual(['a', before]);
  });
});
