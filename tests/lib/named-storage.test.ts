import { expect, it } from 'vitest';
import { createKeyValue, namedStorage } from '../../src/lib/key-value.ts';

it('keeps the values of two names apart', () => {
  const storage = createKeyValue(() => {
    throw new Error('refused');
  });
  const [one, other] = [namedStorage(storage, 'one'), namedStorage(storage, 'other')];
  one.set('queue', '[1]');
  expect([one.get('queue'), other.get('queue'), storage.get('queue')]).toEqual(['[1]', null, null]);
});
