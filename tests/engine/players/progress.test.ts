// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { RESUME_EPISODES } from '../../../src/contract/limits.ts';
import { createPositions } from '../../../src/engine/players/positions.ts';
import { createProgress } from '../../../src/engine/players/progress.ts';
import { createKeyValue } from '../../../src/lib/key-value.ts';

const KEY = 'earshot.positions';

function setUp(text?: string) {
  const storage = createKeyValue(() => {
    throw new Error('refused');
  });
  if (text !== undefined) storage.set(KEY, text);
  return { storage, progress: createProgress(storage), positions: createPositions(storage) };
}

describe('createProgress', () => {
  it.each([
    ['the first 10 seconds', 9.9, null],
    ['from 10 seconds on', 10, 10],
    ['to 30 seconds before the end', 69.9, 69],
    ['the last 30 seconds', 70, null],
    ['NaN', Number.NaN, null],
  ])('stores a place that is worth coming back to: %s', (_, seconds, expected) => {
    const { progress, positions } = setUp();
    progress.save(1, seconds, 100);
    expect(positions.get(1)).toBe(expected);
  });

  it('takes only the last third of a short episode for its end', () => {
    const { progress } = setUp();
    progress.save(1, 19, 30);
    progress.save(2, 20, 30);
    expect([progress.get(1)?.position, progress.get(2)?.position]).toEqual([19, 0]);
  });

  it('marks an episode as played at its end, and leaves the others alone', () => {
    const { progress } = setUp();
    progress.save(1, 50, 100);
    progress.save(2, 60, 100);
    progress.save(1, 95, 100);
    expect(progress.get(1)).toEqual({ episode_id: 1, position: 0, duration: 100, played: true });
    expect(progress.get(2)).toEqual({ episode_id: 2, position: 60, duration: 100, played: false });
  });

  it('keeps the mark of an episode that is heard again', () => {
    const { progress } = setUp();
    progress.save(1, 95, 100);
    progress.save(1, 20, 100);
    expect(progress.get(1)).toMatchObject({ position: 20, played: true });
  });

  it('lists the latest first, and removes one', () => {
    const { progress } = setUp();
    for (const id of [1, 2, 3]) progress.save(id, 50, 100);
    progress.save(1, 55, 100);
    progress.remove(3);
    expect(progress.list().map(({ episode_id }) => episode_id)).toEqual([1, 2]);
  });

  it('gives the same objects until something changes', () => {
    const { progress } = setUp();
    progress.save(1, 50, 100);
    progress.save(2, 50, 100);
    const [list, one] = [progress.list(), progress.get(1)];
    expect(progress.list()).toBe(list);
    progress.save(2, 60, 100);
    expect(progress.list()).not.toBe(list);
    expect(progress.get(1)).toBe(one);
  });

  it('loses no entry of another tab', () => {
    const { storage, progress } = setUp();
    const other = createProgress(storage);
    progress.save(1, 50, 100);
    other.save(2, 60, 100);
    progress.save(1, 55, 100);
    expect([progress.get(2)?.position, other.get(1)?.position]).toEqual([60, 55]);
  });

  it('tells its subscribers of changes by this page and by other tabs', () => {
    const { storage, progress } = setUp();
    const listener = vi.fn();
    const end = progress.subscribe(listener);
    createProgress(storage).save(1, 50, 100);
    expect(listener).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'other' }));
    expect(listener).toHaveBeenCalledTimes(2);
    end();
    progress.save(1, 60, 100);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('remembers the 500 latest episodes', () => {
    const { progress } = setUp();
    for (let id = 1; id <= RESUME_EPISODES + 1; id++) progress.save(id, 50, 100);
    expect([RESUME_EPISODES, progress.get(1), progress.get(2)?.position]).toEqual([500, null, 50]);
  });

  it('reads what earlier versions have stored', () => {
    const { progress } = setUp('[[1,83]]');
    expect(progress.get(1)).toEqual({ episode_id: 1, position: 83, duration: 0, played: false });
  });

  it.each(['{', 'null', '{}', '7', '[1]', '[[1]]', '[["1","50"]]', '[[1,null]]', '[[1,50,"x"]]'])(
    'takes a storage that holds %s for an empty one',
    (text) => {
      const { progress, positions } = setUp(text);
      expect([positions.get(1), progress.get(1)]).toEqual([null, null]);
      progress.save(1, 50, 100);
      expect(positions.get(1)).toBe(50);
    },
  );
});
