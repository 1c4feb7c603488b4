import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FeedRefused } from '../../../src/features/imports/feed.ts';
import { parseFeed } from '../../../src/features/imports/parse-feed.ts';
import { readPodcast } from '../../../src/features/imports/read-podcast.ts';
import { createFetcher } from '../../../src/platform/http/fetch-source.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-feeds-'));
});
afterAll(() => rm(folder, { recursive: true }));

const NOTES = '<p>Notes with <a href="https://example.org/">a link</a> and more.</p>'.repeat(20);

function feedOf(episodes: number, enclosure = (n: number) => `https://example.org/${n}.mp3`) {
  const items = Array.from(
    { length: episodes },
    (_, n) => `<item><title>Episode ${n} &amp; more</title><guid>guid-${n}</guid>
      <pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate><description><![CDATA[${NOTES}]]></description>
      <enclosure url="${enclosure(n)}" length="1" type="audio/mpeg"/></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Large</title>
    <link>https://example.org</link><description>D</description>${items.join('')}</channel></rss>`;
}

let files = 0;

async function read(text: string, signal?: AbortSignal) {
  const path = join(folder, `${files++}.xml`);
  await writeFile(path, text);
  const { feed } = await readPodcast(path, { fetcher: createFetcher(), signal });
  return feed;
}

/** The longest time between two turns of the event loop, and the total time of a task. */
async function measure(work: () => Promise<unknown>) {
  const begin = performance.now();
  let [last, longest] = [begin, 0];
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(turn, 1);
  await work();
  clearInterval(timer);
  turn();
  return { longest, whole: performance.now() - begin };
}

describe('readPodcast', () => {
  it.each([
    ['small', 3],
    ['large', 600],
  ])('reads a %s feed whole', async (_, episodes) => {
    const text = feedOf(episodes);
    const { feed_key: _key, ...expected } = parseFeed(text);
    expect(await read(text)).toMatchObject(expected);
    expect(expected.items).toHaveLength(episodes);
  });

  it('lets the process do other work meanwhile', async () => {
    const { longest, whole } = await measure(() => read(feedOf(2_000)));
    expect(longest).toBeLessThan(whole / 4);
  });

  it('refuses a large feed in the same words as a small one', async () => {
    const reasons = [10, 600].map(async (episodes) => {
      const error = await read(feedOf(episodes, () => '')).catch((reason) => reason);
      expect(error).toBeInstanceOf(FeedRefused);
      return error.message.replace(`${episodes} items`, 'N items');
    });
    const [small, large] = await Promise.all(reasons);
    expect(large).toBe(small);
  });

  it('reads several large feeds one after the other', async () => {
    const feeds = await Promise.all([1, 2, 3].map((n) => read(feedOf(200 + n))));
    expect(feeds.every(({ items }) => items.length > 200)).toBe(true);
  });

  it('ends if it is told to', async () => {
    const stopping = new AbortController();
    const reading = read(feedOf(2_000), stopping.signal);
    stopping.abort(new Error('The server stops.'));
    await expect(reading).rejects.toThrow('The server stops.');
  });
});
