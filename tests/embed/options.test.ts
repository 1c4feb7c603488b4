import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlayerQuery, playerUrl } from '../../src/embed/index.ts';

describe('parsePlayerQuery', () => {
  it('reads options by both spellings', () => {
    expect(
      parsePlayerQuery(
        'episode_id=7&theme=dark&hide_logo=true&cover_image_url=https://x.test/c.jpg',
      ),
    ).toEqual({
      resource: 'episode_id=7',
      theme: 'dark',
      'hide-logo': true,
      cover: 'https://x.test/c.jpg',
    });
  });

  it.each([
    'episode_id=1x',
    'episode_id=-1',
    'show_id=99999999999999',
    'resource=javascript:alert(1)',
    'theme=blue&cover=http://x.test/c.jpg&color=red&t=-4&width=1vw',
    'theme=&cover=&t=',
    'episode_id=1&show_id=1',
    'episode_id=1&episode_id=2',
    'resource=episode_id=1&episode_id=2',
  ])('ignores invalid options: %s', (query) => {
    expect(parsePlayerQuery(query)).toEqual({});
  });

  it.each(['https://"/', "https://a'b.test/c.jpg", 'https://a`b.test/', 'https://[::1]/c.jpg'])(
    'rejects a cover from a host that a shortcode cannot contain: %s',
    (cover) => {
      expect(parsePlayerQuery(`cover=${encodeURIComponent(cover)}`)).toEqual({});
    },
  );

  it('accepts a resource that is given twice with the same value', () => {
    const query = 'resource=episode_id%3D1&episode_id=1&episode_id=1&show_id=';
    expect(parsePlayerQuery(query)).toEqual({ resource: 'episode_id=1' });
  });

  it.each(['IT', 'it-IT', 'IT_it', 'fil', 'ar-001', 'es-419', 'zh-Hant-TW'])(
    'accepts every culture that the API accepts: %s',
    (culture) => {
      expect(parsePlayerQuery(`culture=${culture}`)).toEqual({ culture });
    },
  );

  it.each(['i', 'italian', 'it-', 'it-x', 'it--IT', '-it', 'it IT', 'it,en', '<b>'])(
    'ignores a culture that is no language: %s',
    (culture) => {
      expect(parsePlayerQuery(`culture=${encodeURIComponent(culture)}`)).toEqual({});
    },
  );

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (query) => void parsePlayerQuery(query)));
  });
});

describe('playerUrl', () => {
  it('returns an address that parses to the same options', () => {
    const options = {
      resource: 'show_id=3',
      theme: 'light',
      playlist: 'show',
      'hide-likes': true,
      t: 12,
    } as const;
    const url = new URL(playerUrl('https://w.test', options));
    expect(url.origin + url.pathname).toBe('https://w.test/player');
    expect(parsePlayerQuery(url.search)).toEqual(options);
  });
});
