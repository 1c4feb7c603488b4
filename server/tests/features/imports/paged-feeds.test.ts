import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPodcast } from '../../../src/features/imports/read-podcast.ts';
import { createFetcher, type Fetcher } from '../../../src/platform/http/fetch-source.ts';

const FEED = 'https://pod.test/feed';
const at = (page: number) => (page === 1 ? FEED : `${FEED}?page=${page}`);

interface Page {
  items: readonly (number | string)[];
  next?: string | undefined;
  rel?: string;
}

const write = ({ items, next, rel = 'next' }: Page) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom"><channel><title>Paged</title>
${next === undefined ? '' : `<a:link rel="${rel}" href="${next.replaceAll('&', '&amp;')}"/>`}
${items
  .map(
    (item) => `<item><title>Episode ${item}</title><guid>g${item}</guid>
<enclosure url="https://pod.test/${item}.mp3?token=${Math.random()}" type="audio/mpeg" length="9"/></item>`,
  )
  .join('')}</channel></rss>`;

/** Reads a feed from these pages, by their addresses. */
async function read(pages: Record<string, Page | string>, { pagesMax = 500, source = FEED } = {}) {
  const asked: string[] = [];
  const fetcher: Fetcher = async (url) => {
    asked.push(url);
    const page = pages[url];
    if (page === undefined) throw new Error('pod.test answered 404');
    const text = typeof page === 'string' ? page : write(page);
    return { body: Readable.from([Buffer.from(text)]), contentType: 'text/xml' };
  };
  const { feed } = await readPodcast(source, { fetcher, pagesMax });
  return { asked, notes: feed.notes, titles: feed.items.map(({ title }) => title.slice(8)), feed };
}

describe('a feed on several pages', () => {
  it.each(['next', 'prev-archive'])('is read whole, by its links rel=%s', async (rel) => {
    const { titles, notes, asked, feed } = await read({
      [at(1)]: { items: [5, 4], next: at(2), rel },
      [at(2)]: { items: [3, 2], next: '/feed?page=3', rel },
      [at(3)]: { items: [1] },
    });
    expect([titles, feed.next_page]).toEqual([['5', '4', '3', '2', '1'], null]);
    expect(asked).toEqual([at(1), at(2), at(3)]);
    expect(notes).toEqual(['The feed has several pages: 3 were read.']);
  });

  it('says nothing about pages if it has one', async () => {
    expect((await read({ [at(1)]: { items: [1] } })).notes).toEqual([]);
  });

  it('lists an episode once that has moved to the next page meanwhile', async () => {
    const { titles, feed } = await read({
      [at(1)]: { items: [3, 2], next: at(2) },
      [at(2)]: { items: [2, 1] },
    });
    expect(titles).toEqual(['3', '2', '1']);
    expect(feed.refused).toEqual([]);
  });

  it.each([
    ['itself', at(2)],
    ['the first page', at(1)],
    ['the first page, with a fragment', `${at(1)}#top`],
    ['no web address', 'javascript:alert(1)'],
  ])('ends if a page leads to %s', async (_, next) => {
    const pages = { [at(1)]: { items: [2], next: at(2) }, [at(2)]: { items: [1], next } };
    const { titles, asked, notes } = await read(pages);
    expect([titles, asked]).toEqual([
      ['2', '1'],
      [at(1), at(2)],
    ]);
    expect(notes[1]).toBe(`Page 2 names ${next} as the next page, so the feed ends here.`);
  });

  it('ends if a page repeats earlier ones', async () => {
    const items = [2, 1];
    const { titles, asked, notes } = await read({
      [at(1)]: { items, next: at(2) },
      [at(2)]: { items, next: at(3) },
    });
    expect([titles, asked]).toEqual([
      ['2', '1'],
      [at(1), at(2)],
    ]);
    expect(notes).toEqual([`Page 2 (${at(2)}) repeats earlier pages, so the feed ends here.`]);
  });

  it('ends at the largest number of pages', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [at(n + 1), { items: [n], next: at(n + 2) }]),
    );
    const { titles, notes } = await read(pages, { pagesMax: 4 });
    expect(titles).toEqual(['0', '1', '2', '3']);
    expect(notes[1]).toBe('The feed has more than 4 pages: the others were not read.');
  });

  it.each([
    ['is missing', undefined, 'answered 404'],
    ['is a web page', '<!doctype html><p>Login', 'web page'],
  ])('keeps the earlier pages if one %s', async (_, page, reason) => {
    const { titles, notes, feed } = await read({
      [at(1)]: { items: [1], next: at(2) },
      ...(page && { [at(2)]: page }),
    });
    expect([titles, feed.next_page]).toEqual([['1'], at(2)]);
    expect(notes[0]).toMatch(/^Page 2 and those after it were not read: /);
    expect(notes[0]).toContain(reason);
  });

  it('may not lead to a private network', async () => {
    const page = write({ items: [1], next: 'http://127.0.0.2:1/feed' });
    const server = createServer((_, answer) => answer.end(page)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetcher = createFetcher({ privateHosts: [host] });
    const { feed } = await readPodcast(`http://${host}/feed`, { fetcher });
    server.close();
    expect(feed.items).toHaveLength(1);
    expect(feed.notes[0]).toMatch(/^Page 2 and those after it were not read: .*private network/);
  });

  it('sends the credentials of the feed to its host only, and hides them', async () => {
    const [mine, other] = ['https://me:pass@pod.test/feed?page=2', 'https://other.test/feed'];
    const { asked, notes } = await read(
      {
        'https://me:pass@pod.test/feed': { items: [3], next: at(2) },
        [mine]: { items: [2], next: other },
      },
      { source: 'https://me:pass@pod.test/feed' },
    );
    expect(asked.slice(1)).toEqual([mine, other]);
    expect(notes.join()).not.toContain('pass');
  });
});

describe('readPodcast', () => {
  it.each([
    ['<channel><description>x</description></channel>', 'neither a title nor items'],
    ['<channel><title>T</title><item><title>a</title></item></channel>', 'none of its 1 items'],
  ])('refuses %s in words', async (channel, reason) => {
    const reading = read({ [FEED]: `<rss version="2.0">${channel}</rss>` });
    await expect(reading).rejects.toThrow(reason);
  });

  it('hides credentials everywhere, and still sends them', async () => {
    const secret = (path: string) => `https://ann:s3cret@pod.test/${path}`;
    const { feed, asked } = await read({
      [FEED]: `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"
        xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>T</title>
        <itunes:image href="${secret('cover.jpg')}"/><link>${secret('')}</link><item>
        <title>At ${secret('x')}</title><description>&lt;a href="${secret('notes')}"&gt;x&lt;/a&gt;</description>
        <podcast:alternateEnclosure type="audio/opus"><podcast:source uri="${secret('1.opus')}"/></podcast:alternateEnclosure>
        <podcast:transcript url="${secret('1.vtt')}" type="text/vtt"/>
        <enclosure url="${secret('1.mp3')}" type="audio/mpeg"/></item></channel></rss>`,
    });
    expect(JSON.stringify(feed)).not.toMatch(/s3cret|ann:/);
    expect(feed.items[0]).toMatchObject({
      guid: 'https://pod.test/1.mp3',
      enclosure: { url: 'https://pod.test/1.mp3' },
    });
    expect(asked).toEqual([FEED]);
  });

  it('sends the hidden credentials to the addresses that had some', async () => {
    const asked: string[] = [];
    const text = write({ items: ['1'] }).replace('https://pod', 'https://ann:s3cret@pod');
    const { feed, fetcher } = await readPodcast(FEED, {
      fetcher: async (url) => {
        asked.push(url);
        return { body: Readable.from([Buffer.from(text)]), contentType: '' };
      },
    });
    await fetcher(feed.items[0]?.enclosure.url ?? '');
    await fetcher('https://pod.test/other.mp3');
    expect(asked[1]).toContain('https://ann:s3cret@pod.test/1.mp3');
    expect(asked[2]).toBe('https://pod.test/other.mp3');
  });
});
