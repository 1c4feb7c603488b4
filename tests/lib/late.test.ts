import { describe, expect, it, vi } from 'vitest';
import { createLate } from '../../src/lib/late.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('createLate', () => {
  it('loads once, with the first use, and runs the calls in order', async () => {
    const load = vi.fn(async () => ({ list: [] as number[] }));
    const late = createLate(load);
    expect([late.now, load.mock.calls.length]).toEqual([null, 0]);
    late.use(({ list }) => list.push(1));
    late.use(({ list }) => list.push(2));
    await settle();
    late.use(({ list }) => list.push(3));
    await settle();
    expect([late.now?.list, load.mock.calls.length]).toEqual([[1, 2, 3], 1]);
  });

  it('runs what waits for a use after it', async () => {
    const order: string[] = [];
    const late = createLate(async () => 7);
    late.after(() => order.push('nothing waits'));
    late.use(() => order.push('use'));
    late.after(() => order.push('after'));
    expect(order).toEqual(['nothing waits']);
    await settle();
    late.after(() => order.push('here'));
    expect(order).toEqual(['nothing waits', 'use', 'after', 'here']);
  });

  it('rejects a use whose code did not arrive, and keeps nothing waiting', async () => {
    const late = createLate(() => Promise.reject(new Error('offline')));
    const run = vi.fn();
    await expect(late.use(() => {})).rejects.toThrow('offline');
    late.use(() => {});
    late.after(run);
    await settle();
    expect(run).toHaveBeenCalledOnce();
  });

  it('loads again after a failure', async () => {
    const load = vi.fn(async () => 7).mockRejectedValueOnce(new Error('offline'));
    const late = createLate(load);
    late.use(() => {});
    await settle();
    const run = vi.fn();
    late.use(run);
    await settle();
    expect(run).toHaveBeenCalledExactlyOnceWith(7);
  });
});
