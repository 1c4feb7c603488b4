import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { type TSchema, Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EPISODE_FEED_INPUT,
  SHOW_FEED_INPUT,
  toFeedColumns,
} from '../../../src/platform/podcasting/feed-input.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const accepts = (fields: Record<string, TSchema>) => {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  return ajv.compile(Type.Object(fields, { additionalProperties: false }));
};
const acceptsShow = accepts(SHOW_FEED_INPUT);
const acceptsEpisode = accepts(EPISODE_FEED_INPUT);

describe('SHOW_FEED_INPUT, EPISODE_FEED_INPUT', () => {
  it.each([
    [acceptsShow, { funding: [{ url: 'https://e.test/pay', text: 'Pay' }], itunes_type: 'serial' }],
    [acceptsShow, { locked: null, license: null, podroll: [], owner_email: 'a@e.test' }],
    [acceptsEpisode, { persons: [{ name: 'Ada', href: null }], season_name: 'One' }],
    [
      acceptsEpisode,
      { soundbites: [{ starts_at: 1.5, duration: 30 }], license: { name: 'cc0-1.0' } },
    ],
  ])('accept what a feed can say: %#', (check, input) => {
    expect(check(input)).toBe(true);
  });

  it.each([
    [acceptsShow, { funding: [{ url: 'javascript:alert(1)', text: '' }] }],
    [acceptsShow, { itunes_type: 'weekly' }],
    [acceptsShow, { guid: 'another' }],
    [acceptsShow, { new_feed_url: 'https://e.test/' }],
    [acceptsEpisode, { persons: [{ name: '' }] }],
    [acceptsEpisode, { persons: [{ name: 'Ada', age: 36 }] }],
    [acceptsEpisode, { soundbites: [{ starts_at: -1, duration: 5 }] }],
    [acceptsEpisode, { extra_xml: '<a/>' }],
  ])('refuse everything else: %#', (check, input) => {
    expect(check(input)).toBe(false);
  });
});

describe('toFeedColumns', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
  });
  afterAll(() => test?.close());

  it('writes columns that are read again as complete values', async () => {
    const { user_id } = await test.database
      .insertInto('users')
      .values({ permalink: 'ada', name: 'Ada' })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    const show = await test.database
      .insertInto('shows')
      .values({
        user_id,
        permalink: 'show',
        feed_key: 'show',
        title: 'Show',
        author: '',
        description: '',
        language: 'en',
        categories: [],
        keywords: [],
        explicit: false,
        ...toFeedColumns({
          persons: [{ name: 'Ada', role: 'host' }],
          license: { name: 'cc0-1.0' },
          complete: true,
          copyright: null,
        }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    expect(show).toMatchObject({
      persons: [{ name: 'Ada', role: 'host', group: null, img: null, href: null }],
      license: { name: 'cc0-1.0', url: null },
      complete: true,
      copyright: null,
      funding: [],
      locked: null,
      extra_xml: '',
    });
  });
});
