import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onlySpan, unlessStalled } from '../../../src/platform/storage/pass-on.ts';
import { StorageUnavailable } from '../../../src/platform/storage/storage-unavailable.ts';

const bytes = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));

afterEach(() => {
  vi.useRealTimers();
});

describe('unlessStalled', () => {
  it('passes a stream on', async () => {
    expect(await text(unlessStalled(bytes('one ', 'two'), 1_000))).toBe('one two');
  });

  it('fails if the source stops sending', async () => {
    const source = new Readable({ read() {} });
    source.push('half');
    await expect(text(unlessStalled(source, 50))).rejects.toThrow(StorageUnavailable);
    expect(source.destroyed).toBe(true);
  });

  it('waits for a reader who pauses', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const passed = unlessStalled(bytes('one ', 'two'), 50)[Symbol.asyncIterator]();
    await passed.next();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(String((await passed.next()).value)).toBe('two');
  });

  it('lets go of the source if the reader leaves before the first byte', async () => {
    const source = bytes('unread');
    unlessStalled(source, 1_000).destroy();
    await vi.waitFor(() => expect(source.destroyed).toBe(true));
  });
});

describe('onlySpan', () => {
  const parts = () => bytes('012', '3456', '789');

  it.each([
    ['an answer with the span', 'bytes 0-9/10', 0, 9, '0123456789'],
    ['the whole file, from its start', undefined, 0, 0, '0'],
    ['the whole file, from its middle', undefined, 4, 7, '4567'],
    ['a longer span', 'bytes 2-11/20', 5, 6, '34'],
  ])('cuts %s', async (_name, contentRange, first, last, expected) => {
    expect(await text(onlySpan(parts(), { first, last }, contentRange))).toBe(expected);
  });
});
