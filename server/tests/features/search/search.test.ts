import type { SearchGroup, SearchResults } from 'earshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexAll } from '../../../src/features/search/search.ts';
import { addShow } from '../../helpers/catalogue-of.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  const { database } = test;
  await addShow(database, {
    title: 'The Podcast Hour',
    author: 'Jane Doe',
    description: '<p>Talks about <b>radio</b> and small &amp; large shows.</p>',
    keywords: ['True Crime', 'radio'],
    categories: ['Technology'],
    episodes: [
      { title: 'Café culture in Łódź', description: 'A walk.', tags: ['Travel'] },
      { title: 'Stand-Up comedy', description: '<p>We met a café owner.</p>' },
    ],
  });
  await addShow(database, {
    title: '日本の歴史ポッドキャスト',
    author: '山田太郎',
    episodes: [{ title: '東京都知事の話' }],
  });
  await addShow(database, { title: 'รายการพอดแคสต์ภาษาไทย', episodes: [{ title: 'ตอนที่หนึ่ง' }] });
  await addShow(database, { title: 'بودكاست الأخبار', episodes: [{ title: 'مُقَابَلَة مع أحمد' }] });
  await addShow(database, { title: 'История России', episodes: [{ title: 'Ёлка и зима' }] });
  await addShow(database, { title: 'Ελληνική Μουσική' });
  await addShow(database, { title: '팟캐스트를 만들다' });
  await indexAll(database);
});
afterAll(() => test?.close());

async function find(q: string, type?: SearchGroup): Promise<SearchResults> {
  const query = new URLSearchParams({ q, ...(type ? { type } : {}) });
  const response = await test.app.inject(`/api/v2/search?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().response;
}

const titles = async (q: string, type: 'shows' | 'episodes' = 'shows') =>
  (await find(q, type))[type].map(({ title }) => title);

describe('GET /v2/search', () => {
  it.each([
    ['podcast', 'The Podcast Hour'],
    ['pod', 'The Podcast Hour'],
    ['PODCAST HOUR', 'The Podcast Hour'],
    ['podkast', 'The Podcast Hour'],
    ['pdocast', 'The Podcast Hour'],
    ['podkas', 'The Podcast Hour'],
    ['hour jane', 'The Podcast Hour'],
    ['歴史', '日本の歴史ポッドキャスト'],
    ['ポッドキャスト', '日本の歴史ポッドキャスト'],
    ['ぽっど', '日本の歴史ポッドキャスト'],
    ['史', '日本の歴史ポッドキャスト'],
    ['พอดแคสต์', 'รายการพอดแคสต์ภาษาไทย'],
    ['ภาษาไทย', 'รายการพอดแคสต์ภาษาไทย'],
    ['الاخبار', 'بودكاست الأخبار'],
    ['أخبار', 'بودكاست الأخبار'],
    ['история', 'История России'],
    ['ИСТОРИЯ РОССИИ', 'История России'],
    ['исторея', 'История России'],
    ['μουσικη', 'Ελληνική Μουσική'],
    ['팟캐스트', '팟캐스트를 만들다'],
  ])('finds by "%s" the show %s', async (q, title) => {
    expect(await titles(q)).toContain(title);
  });

  it.each([
    ['cafe', 'Café culture in Łódź'],
    ['CAFÉ', 'Café culture in Łódź'],
    ['lodz', 'Café culture in Łódź'],
    ['standup', 'Stand-Up comedy'],
    ['stand up', 'Stand-Up comedy'],
    ['東京', '東京都知事の話'],
    ['مقابله احمد', 'مُقَابَلَة مع أحمد'],
    ['елка', 'Ёлка и зима'],
  ])('finds by "%s" the episode %s', async (q, title) => {
    expect(await titles(q, 'episodes')).toContain(title);
  });
});

/** A text with the ranges in brackets. */
function mark({ text, ranges }: { text: string; ranges: [number, number][] }): string {
  return ranges.reduceRight(
    (marked, [start, end]) =>
      `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
    text,
  );
}

const get = (url: string, headers = {}) => test.app.inject({ url: `/api${url}`, headers });

describe('the answer of GET /v2/search', () => {
  it('has five groups, and in each what belongs there', async () => {
    const { categories, tags, shows } = await find('radio');
    expect(categories).toEqual([]);
    expect(tags.map(({ name }) => name)).toEqual(['radio']);
    expect(shows.map(({ title }) => title)).toContain('The Podcast Hour');
    const found = await find('tech');
    expect(found.categories).toEqual([
      {
        permalink: 'technology',
        name: 'Technology',
        parent: null,
        items_url: 'http://site.test/api/v2/explore/categories/technology/items',
        highlight: { text: 'Technology', ranges: [[0, 4]] },
      },
      expect.objectContaining({ permalink: 'tech-news', parent: 'news' }),
    ]);
    expect((await find('jane')).users).toEqual([
      expect.objectContaining({
        name: 'Jane Doe',
        highlight: { text: 'Jane Doe', ranges: [[0, 4]] },
      }),
    ]);
    expect((await find('true cri')).tags).toEqual([
      {
        name: 'true-crime',
        title: 'True Crime',
        episode_count: 2,
        items_url: 'http://site.test/api/v2/tags/true-crime/episodes',
        highlight: {
          text: 'True Crime',
          ranges: [
            [0, 4],
            [5, 8],
          ],
        },
      },
    ]);
  });

  it('marks titles, and the description if the title does not match', async () => {
    const { shows, episodes } = await find('cafe');
    const marked = episodes.map(({ highlight, excerpt }) => [
      mark(highlight),
      excerpt && mark(excerpt),
    ]);
    expect(marked).toEqual([
      ['[Café] culture in Łódź', null],
      ['Stand-Up comedy', 'We met a [café] owner.'],
    ]);
    expect(shows).toEqual([]);
    const [show] = (await find('large', 'shows')).shows;
    expect(show?.excerpt && mark(show.excerpt)).toBe(
      'Talks about radio and small & [large] shows.',
    );
  });

  it('has the newest first with sort=newest', async () => {
    const [first, second] = ['2026-01-02T00:00:00Z', '2026-03-04T00:00:00Z'];
    await addShow(test.database, {
      title: 'Lantern',
      episodes: [
        { title: 'Lanternfish', published_at: first },
        { title: 'The sea has a lanternfish', published_at: second },
      ],
    });
    await indexAll(test.database);
    const inOrder = async (sort: string) => {
      const { response } = (await get(`/v2/search?q=lanternfish${sort}`)).json();
      return response.episodes.map(({ title }: { title: string }) => title);
    };
    const best = ['Lanternfish', 'The sea has a lanternfish'];
    expect(await inOrder('')).toEqual(best);
    expect(await inOrder('&sort=newest')).toEqual(best.toReversed());
    const { response } = (
      await get('/v2/search?q=lanternfish&type=episodes&page=1&sort=newest')
    ).json();
    expect(response.pager.results[0].title).toBe(best[1]);
  });

  it('has the shows and episodes in one language', async () => {
    for (const language of ['pt-BR', 'pt', 'gl']) {
      await addShow(test.database, {
        title: `Faro ${language}`,
        language,
        episodes: [
          { title: `Faro um ${language}` },
          { title: `Mar ${language}`, description: 'Um faro e a costa.' },
        ],
      });
    }
    await indexAll(test.database);
    const found = async (query: string) => (await get(`/v2/search?q=faro${query}`)).json();
    const titlesIn = async (query: string) => {
      const { shows, episodes } = (await found(query)).response;
      return [...shows, ...episodes].map(({ title }: { title: string }) => title).toSorted();
    };
    const portuguese = ['pt', 'pt-BR'].flatMap((tag) => [
      `Faro ${tag}`,
      `Faro um ${tag}`,
      `Mar ${tag}`,
    ]);
    expect(await titlesIn('&language=pt')).toEqual(portuguese.toSorted());
    expect(await titlesIn('&language=PT-pt')).toEqual(portuguese.toSorted());
    expect(await titlesIn('&language=gl')).toEqual(['Faro gl', 'Faro um gl', 'Mar gl']);
    expect(await titlesIn('&language=eo')).toEqual([]);
    expect(await titlesIn('')).toHaveLength(9);
    const { pager } = (await found('&language=gl&type=episodes&page=1')).response;
    expect(pager).toMatchObject({ last_page: 1, results: [{ title: 'Faro um gl' }, {}] });
    expect((await found('&language=german')).error.messages.join()).toMatch(/^language/);
  });

  it('has only the groups of type', async () => {
    const { response } = (await get('/v2/search?q=podcast&type=users,episodes')).json();
    expect(response.shows).toEqual([]);
    expect(response.episodes.length).toBeGreaterThan(0);
  });

  it.each(['', '%20', '%26%7C!()%3A*', '%F0%9F%8E%A7'])('is empty for q=%s', async (q) => {
    const response = await get(`/v2/search?q=${q}`);
    expect(response.json()).toEqual({
      response: { categories: [], tags: [], users: [], shows: [], episodes: [] },
    });
    expect((await get('/v2/search')).statusCode).toBe(200);
  });

  it.each([
    "' or 1=1; drop table users; --",
    'a & b | !c <-> d:*',
    "it's",
    'a\\b',
    '((((',
    '\ud83c',
    'the of and a',
    'x'.repeat(500),
    '東'.repeat(500),
    'ก็'.repeat(200),
    'ﷺ'.repeat(100),
    '-'.repeat(500),
    "a'".repeat(250),
  ])('takes %j as words', async (q) => {
    const response = await get(`/v2/search?${new URLSearchParams({ q })}`);
    expect(response.statusCode, response.body).toBe(200);
  });

  it('says what is wrong', async () => {
    const messages = async (query: string) => {
      const response = await get(`/v2/search?${query}`);
      expect(response.statusCode).toBe(400);
      return response.json().error.messages.join();
    };
    expect(await messages(`q=${'x'.repeat(501)}`)).toMatch(/^q: /);
    expect(await messages('q=x&type=films')).toMatch(/^type: must be a list of categories, tags/);
    expect(await messages('q=x&page=1')).toMatch(/^page: needs one group/);
    expect(await messages('q=x&limit=51')).toMatch(/^limit: /);
    expect(await messages('q=x&type=shows&page=0')).toMatch(/^page: /);
  });
});

describe('parts and spellings of words', () => {
  const rows = [
    ['결제시스템 만들기', '시스템'],
    ['데이터베이스관리 강의', '관리'],
    ['한국어음성인식기술', '음성인식'],
    ['Donaudampfschifffahrtsgesellschaft erklärt', 'dampfschifffahrt'],
    ['Die Rechtsschutzversicherungsgesellschaften', 'versicherung'],
    ['Lastensicherungstechnik', 'sicherung'],
    ['हिंदी में बात', 'हिन्दी'],
    ['हिन्दी कहानियाँ', 'हिंदी'],
    ['संबंध और परंपरा', 'सम्बन्ध'],
    ['चाँद की रात', 'चांद'],
    ['ज़िंदगी के रंग', 'जिन्दगी'],
    ['क़लम वाला', 'कलम'],
    ['बड़ा सवाल', 'बडा'],
  ] as const;
  beforeAll(async () => {
    for (const [title] of rows) await addShow(test.database, { title });
    // The word alone has results as well.
    await addShow(test.database, { title: 'Sicherung' });
    await indexAll(test.database);
  });

  it.each(rows)('finds %s for %s', async (title, q) => {
    expect(await titles(q)).toContain(title);
  });
});

describe('the order of results', () => {
  it('puts titles before authors, tags and descriptions', async () => {
    const { database } = test;
    await addShow(database, { title: 'In the text', description: 'quokka' });
    await addShow(database, { title: 'By tag', keywords: ['quokka'] });
    await addShow(database, { title: 'By author', author: 'quokka' });
    await addShow(database, { title: 'A long title with quokka in it' });
    await addShow(database, { title: 'Quokkas and friends' });
    await addShow(database, { title: 'Quokka' });
    await indexAll(database);
    expect(await titles('quokka')).toEqual([
      'Quokka',
      'Quokkas and friends',
      'A long title with quokka in it',
      'By author',
      'By tag',
      'In the text',
    ]);
  });

  it('puts the newer of two equal episodes first', async () => {
    await addShow(test.database, {
      title: 'Numbat',
      episodes: [
        { title: 'Wombat one', published_at: '2020-01-01T00:00:00Z' },
        { title: 'Wombat two', published_at: new Date().toISOString() },
        { title: 'Wombat three', published_at: '2010-01-01T00:00:00Z' },
      ],
    });
    await indexAll(test.database);
    expect(await titles('wombat', 'episodes')).toEqual([
      'Wombat two',
      'Wombat one',
      'Wombat three',
    ]);
  });

  it('finds one of two words if no text has both', async () => {
    expect(await titles('quokka unheardof')).toContain('Quokka');
  });

  it('corrects nothing if there are results', async () => {
    await addShow(test.database, { title: 'Kangaroo' });
    await addShow(test.database, { title: 'Kangaroa', description: 'kangaroa '.repeat(3) });
    for (const at of [1, 2, 3]) await addShow(test.database, { title: `Kangaroo number ${at}` });
    await indexAll(test.database);
    expect(await titles('kangaroo')).not.toContain('Kangaroa');
    expect(await titles('kangaroa')).toContain('Kangaroa');
  });
});

describe('pages of GET /v2/search', () => {
  it('show each result once', async () => {
    const episodes = Array.from({ length: 23 }, (_, at) => ({ title: `Platypus ${at}` }));
    await addShow(test.database, { title: 'Duck', episodes });
    await indexAll(test.database);
    const page = async (number: number) => {
      const response = await get(`/v2/search?q=platypus&type=episodes&page=${number}`);
      return response.json().response.pager;
    };
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(
      pages.map(({ current_page, first_page, last_page }) => [current_page, first_page, last_page]),
    ).toEqual([
      [1, 1, 3],
      [2, 1, 3],
      [3, 1, 3],
      [4, 1, 3],
    ]);
    const found = pages.flatMap(({ results }) =>
      results.map(({ title }: { title: string }) => title),
    );
    expect(found.toSorted()).toEqual(episodes.map(({ title }) => title).toSorted());
    expect(pages[0].results[0].highlight.ranges).toEqual([[0, 8]]);
  });

  it.each(['categories', 'tags', 'users', 'shows'])('have the fields of %s', async (type) => {
    const q = { categories: 'tech', tags: 'radio', users: 'jane', shows: 'podcast' }[type];
    const { pager } = (await get(`/v2/search?q=${q}&type=${type}&page=1`)).json().response;
    const groups = (await get(`/v2/search?q=${q}&type=${type}`)).json().response;
    expect(pager.results).toEqual(groups[type]);
    expect(pager.results.length).toBeGreaterThan(0);
  });
});

describe('who sees what', () => {
  it('hides each of two users from the other after a block', async () => {
    const [author, reader] = [await test.signIn(), await test.signIn()];
    await addShow(test.database, {
      title: 'Echidna',
      user_id: author.userId,
      keywords: ['echidna'],
      episodes: [{ title: 'Echidna one' }],
    });
    await test.database
      .updateTable('users')
      .set({ name: 'Echidna Fan' })
      .where('user_id', 'in', [author.userId, reader.userId])
      .execute();
    await indexAll(test.database);
    const counts = async (headers: object) => {
      const { users, shows, episodes } = (await get('/v2/search?q=echidna', headers)).json()
        .response;
      return [users.length, shows.length, episodes.length];
    };
    expect(await counts(reader.headers)).toEqual([2, 1, 1]);
    await test.database
      .insertInto('blocks')
      .values({ blocker_id: reader.userId, blocked_id: author.userId })
      .execute();
    expect(await counts(reader.headers)).toEqual([1, 0, 0]);
    expect(await counts(author.headers)).toEqual([1, 1, 1]);
    expect(await counts({})).toEqual([2, 1, 1]);
  });

  it('answers 304 until something changes, and then anew', async () => {
    const first = await get('/v2/search?q=bilby');
    const etag = String(first.headers.etag);
    expect((await get('/v2/search?q=bilby', { 'if-none-match': etag })).statusCode).toBe(304);
    await addShow(test.database, { title: 'Bilby' });
    await get('/v2/search?q=bilby'); // is stored before the index knows the show
    await indexAll(test.database);
    const second = await get('/v2/search?q=bilby', { 'if-none-match': etag });
    expect(second.json().response.shows).toHaveLength(1);
  });
});
