import type { ApiClient } from 'earshot';
import { expect, it, vi } from 'vitest';
import { countWrites } from '../../src/session/count-writes.ts';

const answers: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
const later = () =>
  new Promise<never>((resolve, reject) => {
    answers.push({ resolve: resolve as (value: unknown) => void, reject });
  });
const client = (): ApiClient => ({ get: later, put: later, post: later, delete: later });

it('waits for the calls that change something, however they end', async () => {
  const { api, answered, begun } = countWrites(client());
  void api.get('/a');
  expect([answered(), begun()]).toEqual([null, 0]);
  void api.put('/a');
  const failing = api.post('/b');
  const ended = vi.fn();
  void answered()?.then(ended);
  expect(begun()).toBe(2);
  answers[1]?.resolve({});
  await Promise.resolve();
  expect(ended).not.toHaveBeenCalled();
  answers[2]?.reject(new Error('refused'));
  await expect(failing).rejects.toThrow('refused');
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(answered()).toBeNull();
});

it('waits two seconds at most', async () => {
  vi.useFakeTimers();
  const { api, answered } = countWrites(client());
  void api.delete('/a');
  const ended = vi.fn();
  void answered()?.then(ended);
  await vi.advanceTimersByTimeAsync(1990);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20);
  expect(ended).toHaveBeenCalled();
  vi.useRealTimers();
});
