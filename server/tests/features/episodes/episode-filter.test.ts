import { beforeAll, describe, expect, it } from 'vitest';
import { listForSite, listSeasons } from '../../../src/features/episodes/episodes.ts';
import { toExcerpt } from '../../../src/features/episodes/to-wire.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

const EPISODES = 45;

let test: SharedApp;
let show: number;
beforeAll(async () => {
  test = await sharedApp();
  const { userId } = await test.signIn();
  show = await addShow(test.database, userId);
  for (let n = 1; n <= EPISODES; n++) {
    await addEpisode(test.database, show, {
      title: `Part ${n}: ${n % 3 === 0 ? 'The Größe of 100%' : 'rooms'}`,
      description: `<p class="bell">Notes &amp; more about <b>number ${n}</b>.</p>`,
      season: n <= 20 ? 1 : n <= 40 ? 2 : null,
      // Two with the same time.
      published_at: new Date(Date.UTC(2026, 0, 1, Math.floor(n / 2))),
    });
  }
  const draft = { state: 'draft', title: 'rooms draft', season: 9 } as const;
  await addEpisode(test.database, show, draft);
});

interface Answer {
  items: { title: string }[];
  next_url: string | null;
}

async function get(url: string): Promise<Answer> {
  const answer = await test.app.inject({ url });
  expect(answer.statusCode).toBe(200);
  return answer.json().response;
}

/** The numbers in the titles of all pages. */
async function listAll(query: string): Promise<number[]> {
  const titles: string[] = [];
  let url: string | null = `/api/v2/shows/${show}/episodes?${query}`;
  while (url) {
    const { items, next_url }: Answer = await get(url);
    titles.push(...items.map(({ title }) => title));
    url = next_url?.slice(next_url.indexOf('/api/')) ?? null;
  }
  return titles.map((title) => Number(/\d+/.exec(title)?.[0]));
}

const all = Array.from({ length: EPISODES }, (_, n) => n + 1);

describe('GET /v2/shows/{show_id}/episodes', () => {
  it('gives all pages of the list in both orders', async () => {
    expect(await listAll('sort=oldest&limit=10')).toEqual(all);
    expect(await listAll('sort=newest&limit=10')).toEqual(all.toReversed());
  });

  it.each([
    ['season=1', all.slice(0, 20).toReversed()],
    ['season=2&sort=oldest', all.slice(20, 40)],
    ['q=rooms&sort=oldest', all.filter((n) => n % 3 !== 0)],
    ['q=ROOMS%20number&season=2&sort=oldest', all.slice(20, 40).filter((n) => n % 3 !== 0)],
    ['q=gr%C3%B6%C3%9Fe&sort=oldest', all.filter((n) => n % 3 === 0)],
    ['q=number%20%20%207.', [7, 17, 27, 37].toReversed()],
    ['q=100%25%20of&season=1&sort=oldest', [3, 6, 9, 12, 15, 18]],
    ['q=bell', []],
    ['q=%25', all.filter((n) => n % 3 === 0).toReversed()],
    ['q=_', []],
    ['season=9', []],
  ])('finds with %s what it says, on all pages', async (query, expected) => {
    expect(await listAll(`${query}&limit=4`)).toEqual(expected);
  });

  it.each([
    ['Café Zoë', ['cafe', 'CAFÉ', 'cafe\u0301', 'zoe']],
    ['Straße nach Łódź', ['strasse', 'lodz', 'straße']],
    ['Ἀθῆναι και Λόγος', ['αθηναι', 'ΛΟΓΟΣ']],
    ['كِتَاب الأيام', ['كتاب']],
    ['ラジオの時間', ['らじお', 'ﾗｼﾞｵ']],
    ['Ｎｏ．７ – naïve', ['no.7', 'naive', '–']],
  ])('finds %s as people type it', async (title, queries) => {
    const own = await addShow(test.database, (await test.signIn()).userId);
    await addEpisode(test.database, own, { title, description: '' });
    await addEpisode(test.database, own, { title: 'x', description: `<p><b>${title}</b></p>` });
    await addEpisode(test.database, own, { title: 'Other', description: '<p>Nothing.</p>' });
    for (const q of queries) {
      const url = `/api/v2/shows/${own}/episodes?q=${encodeURIComponent(q)}`;
      expect([q, (await get(url)).items.map((item) => item.title).sort()]).toEqual([
        q,
        [title, 'x'].sort(),
      ]);
    }
  });

  it('counts what it finds, in numbered pages', async () => {
    const url = `/api/v2/shows/${show}/episodes?season=1&sort=oldest&page=2&limit=8`;
    const { pager } = (await get(url)) as unknown as { pager: { last_page: number; results: [] } };
    expect([pager.last_page, pager.results.length]).toEqual([3, 8]);
  });

  it.each([
    [400, 'sort=best'],
    [400, 'season=-1'],
    [400, 'season=x'],
    [400, 'state=published&season=1'],
    [401, 'state=draft&q=x'],
  ])('answers %i to a visitor who asks for %s', async (status, query) => {
    const { statusCode } = await test.app.inject({
      url: `/api/v2/shows/${show}/episodes?${query}`,
    });
    expect(statusCode).toBe(status);
  });
});

describe('listForSite', () => {
  it('has the number of all that it finds, excerpts, and the filter in the next address', async () => {
    const query = { cursor: null, season: 2, sort: 'oldest', q: 'notes' } as const;
    const first = await listForSite(test.deps, show, query);
    expect(first.total).toBe(20);
    expect(first.items[0]?.excerpt).toBe('Notes & more about number 21.');
    expect(first.next_url).toMatch(/^\?q=notes&sort=oldest&season=2&cursor=[\w-]+$/);
    const cursor = new URLSearchParams(first.next_url ?? '').get('cursor');
    const second = await listForSite(test.deps, show, { ...query, cursor });
    expect(second.items[0]?.title).toMatch(/^Part 31:/);
    expect(second).toMatchObject({ next_url: null, total: 20 });
  });
});

describe('listSeasons', () => {
  it('counts the listed episodes of each season', async () => {
    expect(await listSeasons(test.deps, show)).toEqual([
      { season: 2, count: 20 },
      { season: 1, count: 20 },
      { season: null, count: 5 },
    ]);
  });
});

describe('toExcerpt', () => {
  it.each([
    [
      '<p>One</p><p>two&nbsp;&lt;three&gt; <a href="x">fo</a>ur.</p><p cla',
      'One two <three> four.',
    ],
    ['', ''],
  ])('of %s is %s', (notes, excerpt) => {
    expect(toExcerpt(notes)).toBe(excerpt);
  });

  it('ends between two words, after about 200 characters', () => {
    const excerpt = toExcerpt('<p>several words, </p>'.repeat(40));
    expect(excerpt).toMatch(/(several|words)…$/);
    expect(excerpt.length).toBeLessThanOrEqual(201);
    expect(toExcerpt('音'.repeat(500))).toBe(`${'音'.repeat(200)}…`);
  });
});
