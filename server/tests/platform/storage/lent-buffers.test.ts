import { describe, expect, it } from 'vitest';
import { createLentBuffers } from '../../../src/platform/storage/lent-buffers.ts';

const KB = 1_024;

describe('createLentBuffers', () => {
  it('lends exactly the bytes that were asked for', () => {
    const buffers = createLentBuffers();
    expect(
      [1, 65_536, 65_537, 1 << 20].map((length) => buffers.lend(length)?.bytes.length),
    ).toEqual([1, 65_536, 65_537, 1 << 20]);
  });

  it('lends no more than its limit until some are given back', () => {
    const buffers = createLentBuffers(256 * KB);
    const [first] = [buffers.lend(128 * KB), buffers.lend(100 * KB)];
    expect(buffers.lend(1)).toBeNull();
    first?.giveBack(true);
    first?.giveBack(true);
    expect(buffers.lend(128 * KB)).not.toBeNull();
    expect(buffers.lend(1)).toBeNull();
  });

  it('lends the same memory again, unless something may still read it', () => {
    const buffers = createLentBuffers();
    const [used, unused] = [buffers.lend(70 * KB), buffers.lend(70 * KB)];
    used?.giveBack(false);
    unused?.giveBack(true);
    const again = [buffers.lend(70 * KB), buffers.lend(70 * KB)].map((lent) => lent?.bytes.buffer);
    expect(again).toContain(unused?.bytes.buffer);
    expect(again).not.toContain(used?.bytes.buffer);
  });
});
