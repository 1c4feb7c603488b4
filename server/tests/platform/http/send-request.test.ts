import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PACE, pacedBody } from '../../../src/platform/http/send-request.ts';

/** Reads chunks of one byte, each of which the host sends and the reader takes after some milliseconds. */
async function readBytes(options: { count: number; hostMs: number; readerMs?: number }) {
  const { count, hostMs, readerMs = 0 } = options;
  let clock = 0;
  async function* host() {
    for (let n = 0; n < count; n++) {
      clock += hostMs;
      yield Buffer.from('x');
    }
  }
  let bytes = 0;
  // Without read-ahead the host's and the reader's time cannot overlap.
  const body = { [Symbol.asyncIterator]: host } as unknown as Readable;
  for await (const chunk of pacedBody(body, PACE, () => clock)) {
    bytes += chunk.length;
    clock += readerMs;
  }
  return bytes;
}

describe('pacedBody', () => {
  it('ends a body of one byte a second after one span', async () => {
    await expect(readBytes({ count: 10_000, hostMs: 1_000 })).rejects.toThrow('too slowly');
  });

  it('ends a body that keeps its rate but takes too long', async () => {
    const fast = { count: 500_000, hostMs: 8 };
    await expect(readBytes({ ...fast, hostMs: 0.2 })).resolves.toBe(500_000);
    const pace = { ...PACE, minBytesPerSecond: 0, totalMs: 1_000 };
    let clock = 0;
    const body = Readable.from([Buffer.from('a'), Buffer.from('b')]);
    const read = async () => {
      for await (const _ of pacedBody(body, pace, () => (clock += 600))) clock += 0;
    };
    await expect(read()).rejects.toThrow('took too long');
  });

  it('does not count the time of a slow reader', async () => {
    expect(await readBytes({ count: 1_000, hostMs: 0, readerMs: 60_000 })).toBe(1_000);
  });
});
