import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editDistance } from '../../../src/features/search/edit-distance.ts';
import { excerpt, highlight } from '../../../src/features/search/highlight.ts';
import { matchText } from '../../../src/features/search/match.ts';
import {
  type Query,
  readQuery,
  toRankQuery,
  toTextQuery,
  toTsquery,
  withCorrections,
} from '../../../src/features/search/query.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

function mustRead(text: string): Query {
  const query = readQuery(text);
  if (!query) throw new Error(`There is no word in "${text}".`);
  return query;
}

/** The parts of a text that a query matches. */
const marked = (q: string, text: string) =>
  highlight(mustRead(q), text).ranges.map(([start, end]) => text.slice(start, end));

describe('readQuery', () => {
  it('takes the last word for the beginning of a word', () => {
    expect(toTsquery(mustRead('big cri'))).toBe("(('big'))&(('cri':*))");
  });

  it.each(['', '   ', '& | ! ( ) : *', "'''", '\0', '\ud800', '…'])(
    'finds no word in %j',
    (text) => {
      expect(readQuery(text)).toBeNull();
    },
  );

  it('reads ten terms of a long text', () => {
    expect(mustRead('word '.repeat(2_000)).terms).toHaveLength(10);
  });
});

describe('toTextQuery', () => {
  it.each([
    ['ho', null],
    ['h2', null],
    ['hou', "(('hou':*))"],
    ['big ho', "(('big'))&(('ho'))"],
    ['史', "(('史':*))"],
  ])('of %j is %j', (text, condition) => {
    const query = toTextQuery(mustRead(text));
    expect(query && toTsquery(query)).toBe(condition);
  });
});

describe('toTsquery', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
  });
  afterAll(() => test?.close());

  const accepts = async (text: string) => {
    await sql`select ${text}::tsquery`.execute(test.database);
    return true;
  };

  it.each([
    "it's & a | (test) ! <-> :* 'quoted' \\ back",
    "';drop table users;--",
    '🎧 podcasts',
    '東京都知事の番組 stand-up U.S.A.',
    'ก็ เ พอดแคสต์',
    '\u0000a\u0000b',
    'a\ud800b',
    "'' ' \" ` $1 %s",
    'ᾀ İı ſ ﬁ ½ ① ㏂',
  ])('is valid for %j', async (text) => {
    const query = mustRead(text);
    await expect(accepts(toTsquery(query))).resolves.toBe(true);
    await expect(accepts(toTsquery({ ...query, needsAll: false }))).resolves.toBe(true);
    await expect(accepts(toRankQuery(query))).resolves.toBe(true);
  });
});

describe('matchText', () => {
  it.each([
    ['pod', 'The Podcast', ['Pod']],
    ['podcasts', 'A podcast', ['podcast']],
    ['cafe', 'Le Café', ['Café']],
    ['strasse', 'Hauptstraße, Straße', ['Straße']],
    ['stand up', 'Stand-Up Night', ['Stand', 'Up']],
    ['standup', 'Stand-Up Night', ['Stand-Up']],
    ['史', '日本の歴史', ['史']],
    ['พอดแคสต์', 'รายการพอดแคสต์', ['พอดแคสต์']],
    ['ぽっど', 'ポッドキャスト', ['ポッド']],
    ['🎧', 'a 🎧 b', ['🎧']],
    ['b a', 'a b c', ['a', 'b']],
    ['xyz', 'a b c', []],
  ])('finds "%s" in "%s"', (q, text, parts) => {
    expect(marked(q, text)).toEqual(parts);
  });

  it('matches as a whole only with every term', () => {
    const query = mustRead('true crime');
    expect(matchText(query, 'crime').isWhole).toBe(false);
    expect(matchText({ ...query, needsAll: false }, 'crime').isWhole).toBe(true);
  });

  it('counts UTF-16 code units', () => {
    expect(highlight(mustRead('radio'), '🎧🎧 radio').ranges).toEqual([[5, 10]]);
  });

  it('marks the corrected word', () => {
    const query = withCorrections(mustRead('podkast'), new Map([['podkast', ['podcast']]]));
    expect(highlight(query, 'My Podcast').ranges).toEqual([[3, 10]]);
  });

  it('takes linear time for a long text', () => {
    const { ranges } = matchText(mustRead('東京'), '東京'.repeat(50_000));
    expect(ranges).toEqual([[0, 100_000]]);
  });
});

describe('excerpt', () => {
  const long = `${'before '.repeat(100)}the needle ${'after '.repeat(100)}`.trim();

  it('shows the words around the first match', () => {
    const { text, ranges } = excerpt(mustRead('needle'), long) ?? { text: '', ranges: [] };
    expect(text).toMatch(/^…before .*the needle after.* after…$/);
    expect(text.length).toBeLessThan(260);
    expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual(['needle']);
  });

  it('shows a short text whole', () => {
    expect(excerpt(mustRead('two'), 'one two three')).toEqual({
      text: 'one two three',
      ranges: [[4, 7]],
    });
  });

  it('cuts a text without spaces', () => {
    const { text } = excerpt(mustRead('東京'), `${'あ'.repeat(500)}東京${'あ'.repeat(500)}`) ?? {
      text: '',
    };
    expect(text).toContain('東京');
    expect(text.length).toBeLessThan(260);
  });

  it('is null without a match', () => {
    expect(excerpt(mustRead('absent'), long)).toBeNull();
  });
});

describe('editDistance', () => {
  it.each([
    ['podcast', 'podcast', 0],
    ['podkast', 'podcast', 1],
    ['pdocast', 'podcast', 1],
    ['podast', 'podcast', 1],
    ['poddcast', 'podcast', 1],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['россея', 'россия', 1],
  ])('%s to %s is %d', (typed, word, distance) => {
    expect(editDistance(typed, word)).toBe(distance);
  });

  it('asks nothing for the letters that are still to come', () => {
    expect(editDistance('podk', 'podcast', true)).toBe(1);
    expect(editDistance('pod', 'podcast', true)).toBe(0);
  });
});
