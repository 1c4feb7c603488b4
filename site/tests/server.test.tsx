import { IDLE_SNAPSHOT } from 'earshot';
import type { Episode, Show } from 'earshot/contract';
import type { SiteConfig, SiteData } from 'earshot/internal';
import { describe, expect, it } from 'vitest';
import { fakeEpisode } from '../../tests/helpers/fake-player.ts';
import { loadSitePage, renderDocument } from '../src/server.tsx';
import { markTitle } from '../src/shell/window-title.ts';

const HOSTILE = '</script><script>alert(1)</script>';
const config: SiteConfig = {
  API_URL: 'https://site.test/api',
  SITE_URL: 'https://site.test',
  WIDGET_URL: 'https://site.test',
  AUTH_URL: 'https://site.test',
  DOMAIN: 'site.test',
  PRODUCT_NAME: 'Hearken',
  ADS_URL: null,
  API_CULTURE: 'en',
  AJAX_VERSION: '1',
  USER: null,
  OAUTH_TOKEN: null,
  PLAYER: { station_url: null, playlist_url: null },
};
const show = {
  show_id: 1,
  title: HOSTILE,
  author: 'A',
  description: '<p>d</p>',
  language: 'it',
  categories: ['Science'],
  keywords: [],
  explicit: false,
  episode_count: 2,
  site_url: 'https://site.test/show/s',
  image_url: null,
  link_url: null,
} as unknown as Show;
const episode: Episode = fakeEpisode({ title: HOSTILE });
const data: SiteData = {
  listShows: async (cursor) => ({
    items: [show],
    next_url: cursor ? null : '?cursor=abc',
    cursor,
  }),
  listLatest: async () => [episode],
  getShow: async (permalink) => (permalink === 'élan' ? show : null),
  listEpisodes: async (_, cursor) => ({
    items: [episode],
    next_url: cursor ? null : '?cursor=9',
    cursor,
  }),
  getEpisode: async (user) => (user === 'u' ? episode : null),
  getUser: async () => null,
  listUserShows: async (_, cursor) => ({ items: [], next_url: null, cursor }),
};
const load = (url: string) => loadSitePage({ url, culture: 'en' }, data, config);

describe('loadSitePage', () => {
  it.each([
    ['/', 'landing', 200],
    ['/show/%C3%A9lan', 'show', 200],
    ['/show/unknown', 'not-found', 404],
    ['/user/u/e', 'episode', 200],
    ['/user/u', 'not-found', 404],
    ['/show/%E0%A4%A', 'not-found', 404],
    ['/elsewhere', 'not-found', 404],
    ['//', 'not-found', 404],
    ['/show', 'not-found', 404],
    ['/show/%C3%A9lan/', 'show', 200],
  ])('%s is the %s page, %i', async (url, page, status) => {
    const { config: found, modules } = await load(url);
    expect([found.page, found.status, modules]).toEqual([page, status, [page]]);
  });

  it('links to the next episodes, also without JavaScript', async () => {
    expect((await load('/show/%C3%A9lan')).content).toContain(
      'href="https://site.test/show/s?cursor=9"',
    );
  });

  it('links to the shows that follow', async () => {
    expect((await load('/')).content).toContain('href="https://site.test/?cursor=abc"');
  });

  it('gives buttons their data attributes', async () => {
    expect((await load('/')).content).toContain(`data-episode_id="${episode.episode_id}"`);
  });
});

describe('renderDocument', () => {
  it.each(['/', '/show/%C3%A9lan', '/user/u/e', '/none'])(
    'gives %s no inline style and no inline script but data, so that a strict CSP holds',
    async (url) => {
      const html = renderDocument(await load(url), config, { script: '/s.js', css: '/s.css' });
      expect(html).not.toMatch(/<[^>]+ (style|on\w+)=/i);
      expect(html).not.toMatch(/<style/i);
      const inline = [...html.matchAll(/<script(?![^>]* src=)([^>]*)>/g)].map(([, data]) => data);
      expect(inline.filter((data) => !/type="application\/(ld\+)?json"/.test(data ?? ''))).toEqual(
        [],
      );
    },
  );

  it('escapes titles everywhere', async () => {
    const html = renderDocument(await load('/user/u/e'), config, {
      script: '/s.js',
      css: '/s.css',
    });
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<\/script>/g)).toHaveLength(3);
  });

  it.each([
    ['/?utm_source=x', 'https://site.test/'],
    ['/?cursor=abc', 'https://site.test/?cursor=abc'],
    ['/show/%C3%A9lan/?utm_source=x', 'https://site.test/show/s'],
    ['/show/%C3%A9lan?cursor=9', 'https://site.test/show/s?cursor=9'],
    ['/user/u/e', episode.site_url],
  ])('names one address for %s', async (url, canonical) => {
    const html = renderDocument(await load(url), config, { script: '/s.js', css: '/s.css' });
    expect(html).toContain(`<link rel="canonical" href="${canonical}">`);
    expect(html).toContain(`<meta property="og:url" content="${canonical}">`);
  });

  it('leads from the page of a show to its feed', async () => {
    const html = renderDocument(await load('/show/%C3%A9lan'), config, { script: '', css: '' });
    expect(html).toContain(
      '<link rel="alternate" type="application/rss+xml" href="https://site.test/show/1/episodes/feed" title="',
    );
  });

  it('keeps unknown addresses out of search engines', async () => {
    const html = renderDocument(await load('/none'), config, { script: '/s.js', css: '/s.css' });
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
    expect(html).toContain('<title>There is nothing here · Hearken</title>');
  });

  it('uses the product name of the configuration', async () => {
    const html = renderDocument(await load('/'), config, { script: '/s.js', css: '/s.css' });
    expect(html).toContain('<title>Hearken</title>');
    expect(html).not.toContain('Earshot');
  });
});

describe('markTitle', () => {
  it('marks playback and unread messages', () => {
    expect(markTitle('Page', IDLE_SNAPSHOT)).toBe('Page');
    expect(markTitle('Page', { ...IDLE_SNAPSHOT, playing: true, unreadCount: 3 })).toBe(
      '▶ (3) Page',
    );
  });
});
