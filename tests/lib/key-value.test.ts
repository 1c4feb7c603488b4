import { describe, expect, it } from 'vitest';
import { createKeyValue } from '../../src/lib/key-value.ts';

function fakeStorage(over: Partial<Storage> = {}): Storage {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    ...over,
  } as Storage;
}
const refuse = () => {
  throw new DOMException('no', 'SecurityError');
};

describe('createKeyValue', () => {
  it('keeps values in the storage if it accepts them', () => {
    const storage = fakeStorage();
    createKeyValue(() => storage).set('a', '1');
    expect(createKeyValue(() => storage).get('a')).toBe('1');
  });

  it.each([
    ['there is none', refuse],
    ['it refuses each use', () => fakeStorage({ getItem: refuse, setItem: refuse })],
  ])('remembers for as long as the page lives where %s', (_, find) => {
    const values = createKeyValue(find);
    expect(values.get('a')).toBeNull();
    values.set('a', '1');
    expect(values.get('a')).toBe('1');
  });

  it('returns the newest value after the storage was full', () => {
    let isFull = false;
    const storage = fakeStorage();
    const values = createKeyValue(() => ({
      ...storage,
      setItem: (key, value) => (isFull ? refuse() : storage.setItem(key, value)),
    }));
    values.set('a', 'old');
    isFull = true;
    values.set('a', 'new');
    expect(values.get('a')).toBe('new');
    isFull = false;
    values.set('a', 'newest');
    expect([values.get('a'), storage.getItem('a')]).toEqual(['newest', 'newest']);
  });
});
