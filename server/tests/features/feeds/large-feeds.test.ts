import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compressFeed } from '../../../src/features/feeds/compress-feed.ts';
import { createLargeFeeds, type LargeFeed } from '../../../src/features/feeds/large-feeds.ts';
import { createFileCache } from '../../../src/platform/cache/file-cache.ts';

let folder = '';
let errors: unknown[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-large-'));
  errors = []; // a feed of the previous test may still be stored
});
afterEach(() => rm(folder, { recursive: true }));

function open(at = folder) {
  const own = errors;
  const files = createFileCache({ folder: at, maxBytes: 10_000_000 });
  return createLargeFeeds(files, (error) => own.push(error));
}
const textOf = async ({ body }: LargeFeed) => gunzipSync(await buffer(body)).toString();
/** Text that gzip cannot shrink, so that it leaves the stream in several parts. */
const parts = Array.from({ length: 20 }, () => randomBytes(30_000).toString('base64'));

async function* writeParts(times: { count: number }, failAfter = Number.POSITIVE_INFINITY) {
  times.count += 1;
  for (const [index, part] of parts.entries()) {
    if (index === failAfter) throw new Error('the database is lost');
    await new Promise((resolve) => setImmediate(resolve));
    yield part;
  }
}

const write = (...how: Parameters<typeof writeParts>) => compressFeed(writeParts(...how));

describe('createLargeFeeds', () => {
  it('makes a version once, sends it while it is made, and then from its file', async () => {
    const feeds = open();
    const times = { count: 0 };
    const early = await Promise.all([1, 2, 3].map(() => feeds.open(1, 'a', () => write(times))));
    expect(early.map(({ bytes }) => bytes)).toEqual([null, null, null]);
    expect(await Promise.all(early.map(textOf))).toEqual([1, 2, 3].map(() => parts.join('')));
    // The file appears a moment before the shared stream is let go: until then a reader joins it.
    const late = await vi.waitFor(async () => {
      const feed = await feeds.open(1, 'a', () => write(times));
      if (feed.bytes === null) feed.body.destroy();
      expect(feed.bytes).toBeGreaterThan(100_000);
      return feed;
    });
    expect(late.bytes).toBe(await feeds.sizeOf(1, 'a'));
    expect(await textOf(late)).toBe(parts.join(''));
    expect(times.count).toBe(1);
  });

  it('rejects if there is no first byte, and tries again for the next reader', async () => {
    const feeds = open();
    const times = { count: 0 };
    await expect(feeds.open(1, 'a', () => write(times, 0))).rejects.toThrow('the database is lost');
    await expect.poll(() => errors).toHaveLength(1);
    expect(await textOf(await feeds.open(1, 'a', () => write(times)))).toBe(parts.join(''));
  });

  it('breaks off for every reader if it breaks on the way, and keeps nothing', async () => {
    const feeds = open();
    const times = { count: 0 };
    const early = await Promise.all([1, 2].map(() => feeds.open(1, 'a', () => write(times, 15))));
    const ends = await Promise.allSettled(early.map(textOf));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await readdir(folder)).toEqual([]);
    await expect.poll(() => errors).toHaveLength(1);
    expect(await textOf(await feeds.open(1, 'a', () => write(times)))).toBe(parts.join(''));
  });

  it('goes on for the others if one reader leaves or stands still', async () => {
    const feeds = open();
    const times = { count: 0 };
    const [gone, , other] = await Promise.all(
      [1, 2, 3].map(() => feeds.open(1, 'a', () => write(times))),
    );
    gone?.body.destroy();
    expect(other && (await textOf(other))).toBe(parts.join(''));
  });

  it('serves a feed that cannot be stored', async () => {
    await writeFile(join(folder, 'file'), '');
    const feeds = open(join(folder, 'file', 'below'));
    const times = { count: 0 };
    expect(await textOf(await feeds.open(1, 'a', () => write(times)))).toBe(parts.join(''));
    await expect.poll(() => errors.length).toBe(1);
    expect(await textOf(await feeds.open(1, 'a', () => write(times)))).toBe(parts.join(''));
  });
});
