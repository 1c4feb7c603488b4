import type { Show } from 'earshot/contract';
import { describe, expect, it } from 'vitest';
import { checkFeed } from '../../src/pages/show-feed/check-feed.ts';
import { toFeedChange, toFeedValues } from '../../src/pages/show-feed/feed-values.ts';

const show = (fields: Partial<Show> = {}) =>
  ({
    description: '<p>Bells</p>',
    image_url: 'a.jpg',
    categories: ['Music'],
    language: 'en',
    author: 'Ada',
    owner_email: 'ada@mail.test',
    episode_count: 1,
    persons: [{ name: 'Ada', role: null, group: 'cast', img: null, href: null }],
    funding: [],
    ...fields,
  }) as Show;

describe('toFeedChange', () => {
  const before = toFeedValues(show());

  it('sends nothing that nobody has touched', () => {
    expect(toFeedChange(before, before)).toEqual({});
  });

  it('sends a changed list whole, also what its entries have beyond the form, without empty entries', () => {
    const [ada] = before.persons;
    const persons = [
      { ...ada, role: 'host' },
      { name: null, role: '' },
    ];
    const { persons: sent } = toFeedChange(before, { ...before, persons });
    expect(JSON.parse(String(sent))).toEqual([
      { name: 'Ada', role: 'host', group: 'cast', img: null, href: null },
    ]);
  });

  it('sends a licence as one field, and empties it', () => {
    const named = { ...before, license_name: 'cc-by-4.0' };
    expect(toFeedChange(before, named)).toEqual({ license: '{"name":"cc-by-4.0","url":null}' });
    expect(toFeedChange(named, before)).toEqual({ license: '' });
  });
});

describe('checkFeed', () => {
  it('has nothing to say about a feed with everything', () => {
    expect(checkFeed(show())).toEqual([]);
  });

  it('names what directories refuse before what only helps', () => {
    const checks = checkFeed(show({ author: '', image_url: null, description: '<p> </p>' }));
    expect(checks).toEqual([
      { complaint: 'no_cover', isRefused: true },
      { complaint: 'no_description', isRefused: true },
      { complaint: 'no_author', isRefused: false },
    ]);
  });
});
