import { IDLE_SNAPSHOT, type PlayerSnapshot } from 'earshot';
import type { Episode, Show } from 'earshot/contract';
import type { SiteConfig, SiteData } from 'earshot/internal';
import { describe, expect, it } from 'vitest';
import { fakeEpisode } from '../../tests/helpers/fake-player.ts';
import { loadSitePage, renderDocument, renderer } from '../src/server.tsx';
import { markTitle } from '../src/shell/window-title.ts';
import { ASSETS, readApi, sheetUrl } from './helpers/assets.ts';

const HOSTILE = '</script><script>alert(1)</script>';
const config: SiteConfig = {
  API_URL: 'https://site.test/api',
  SITE_URL: 'https://site.test',
  WIDGET_URL: 'https://site.test',
  AUTH_URL: 'https://site.test',
  DOMAIN: 'site.test',
  PRODUCT_NAME: 'Hearken',
  DESCRIPTION: '',
  ADS_URL: null,
  CONSENT_REQUIRED: false,
  API_CULTURE: 'en',
  AJAX_VERSION: '1',
  SIGNUP: 'open',
  USER: null,
  OAUTH_TOKEN: null,
  CONNECT: {
    facebook: { url: '', app_id: '' },
    twitter: { url: '' },
    google: { url: '' },
    apple: { url: '' },
  },
  PLAYER: { auth_token_v2: null, station_url: null, playlist_url: null },
  PUSH: { enabled: false, app_key: '', url: '' },
  CARD_KEYS: { premium: '', store: '' },
  METRICS_URL: null,
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
  image_color: '#7a2f22',
  link_url: null,
} as unknown as Show;
const episode: Episode = fakeEpisode({ title: HOSTILE, image_color: '#7a2f22' });
const data: SiteData = {
  listShows: async (cursor) => ({
    items: [show],
    next_url: cursor ? null : '?cursor=abc',
    cursor,
  }),
  listLatest: async () => [episode],
  listNew: async () => [],
  getUploadLimits: async () => ({ file: 2e9, account: 2e10 }),
  getShow: async (permalink) => (permalink === 'élan' ? show : null),
  listEpisodes: async (_, { cursor }) => ({
    items: [{ ...episode, excerpt: 'An excerpt.' }],
    total: 2,
    next_url: cursor ? null : '?cursor=9',
    cursor,
  }),
  listSeasons: async () => [{ season: 1, count: 2 }],
  getEpisode: async (user) => (user === 'u' ? episode : null),
  listComments: async (_, { cursor }) => ({ items: [], next: null, cursor }),
  getTranscript: async () => null,
  getWords: async () => null,
  getUser: async () => null,
  getBlockedUser: async () => null,
  isMarked: async () => false,
  getHostText: async () => null,
  listUserShows: async (_, cursor) => ({ items: [], next_url: null, cursor }),
  listOwnShows: async (_, cursor) => ({ items: [show], next_url: null, cursor }),
};
const load = (url: string) => loadSitePage({ url, culture: 'en', readApi, sheetUrl }, data, config);

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

  it('hands the invite of a signup to the other services', async () => {
    const url = 'https://site.test/connect?provider=google';
    const CONNECT = { ...config.CONNECT, google: { url } };
    const request = { url: '/signup?invite=a%26b', culture: 'en', readApi, sheetUrl } as const;
    const { content } = await loadSitePage(request, data, { ...config, CONNECT });
    expect(content).toContain(`${url}&amp;redirect=%2Fhome&amp;invite=a%26b`);
  });

  it('draws a cover for a show without one, in link previews too', async () => {
    const { content, head } = await load('/show/%C3%A9lan');
    expect(content).toMatch(/<img[^>]* src="https:\/\/site\.test\/covers\/\d+\/\w+\/320\.svg"/);
    const image = head.find(({ attributes }) => attributes.property === 'og:image');
    expect(image?.attributes.content).toMatch(/^https:\/\/site\.test\/covers\/.*\/720\.jpg$/);
  });

  it('gives buttons their data attributes', async () => {
    expect((await load('/')).content).toContain(`data-episode_id="${episode.episode_id}"`);
  });
});

describe('renderDocument', () => {
  it.each(['/', '/show/%C3%A9lan', '/user/u/e', '/none'])(
    'gives %s no style element, and no inline script but data and the one whose hash is known, so that a strict CSP holds',
    async (url) => {
      const known = `<script>${renderer.siteInlineScript}</script>`;
      const document = renderDocument(await load(url), config, ASSETS);
      expect(document).toContain(known);
      const html = document.replace(known, '');
      expect(html).not.toMatch(/<[^>]+ on\w+=/i);
      expect(html).not.toMatch(/<style/i);
      const inline = [...html.matchAll(/<script(?![^>]* src=)([^>]*)>/g)].map(([, data]) => data);
      expect(inline.filter((data) => !/type="application\/(ld\+)?json"/.test(data ?? ''))).toEqual(
        [],
      );
    },
  );

  it.each(['/show/%C3%A9lan', '/user/u/e'])(
    'gives %s the colours of its picture, as custom properties in one attribute',
    async (url) => {
      const html = renderDocument(await load(url), config, ASSETS);
      const [styles = [], ...others] = [...html.matchAll(/<article style="([^"]+)"/g)];
      expect(others).toEqual([]);
      const names = styles[1]?.split(';').map((declaration) => declaration.split(':')[0]);
      expect(names).toContain('--es-accent');
      expect(names?.filter((name) => !name?.startsWith('--es-'))).toEqual([]);
    },
  );

  it('names the icons, the manifest, and the typeface before the stylesheet', async () => {
    const html = renderDocument(await load('/user/u/e'), config, ASSETS);
    expect(html).toContain('rel="manifest" href="https://site.test/manifest.webmanifest"');
    expect(html).toContain('rel="apple-touch-icon" href="/t.png"');
    expect(html.indexOf('as="font"')).toBeLessThan(html.indexOf('rel="stylesheet"'));
  });

  it('escapes titles everywhere', async () => {
    const html = renderDocument(await load('/user/u/e'), config, ASSETS);
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<\/script>/g)).toHaveLength(4);
  });

  it.each([
    ['/?utm_source=x', 'https://site.test/'],
    ['/?cursor=abc', 'https://site.test/?cursor=abc'],
    ['/show/%C3%A9lan/?utm_source=x', 'https://site.test/show/s'],
    ['/show/%C3%A9lan?cursor=9', 'https://site.test/show/s?cursor=9'],
    ['/user/u/e', episode.site_url],
  ])('names one address for %s', async (url, canonical) => {
    const html = renderDocument(await load(url), config, ASSETS);
    expect(html).toContain(`<link rel="canonical" href="${canonical}">`);
    expect(html).toContain(`<meta property="og:url" content="${canonical}">`);
  });

  it('leads from the page of a show to its feed', async () => {
    const html = renderDocument(await load('/show/%C3%A9lan'), config, ASSETS);
    expect(html).toContain(
      '<link rel="alternate" type="application/rss+xml" href="https://site.test/show/1/episodes/feed" title="',
    );
  });

  it('keeps unknown addresses out of search engines', async () => {
    const html = renderDocument(await load('/none'), config, ASSETS);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
    expect(html).toContain('<title>Page not found · Hearken</title>');
  });

  it('uses the product name of the configuration', async () => {
    const html = renderDocument(await load('/'), config, ASSETS);
    expect(html).toContain('<title>Hearken</title>');
    expect(html).not.toContain('Earshot');
  });
});

describe('markTitle', () => {
  it('marks playback and unread messages', () => {
    expect(markTitle('Page', IDLE_SNAPSHOT)).toBe('Page');
    const episode = { title: 'Episode' } as PlayerSnapshot['episode'];
    expect(markTitle('Page', { ...IDLE_SNAPSHOT, episode, unreadCount: 3 })).toBe('(3) Page');
    const playing = { ...IDLE_SNAPSHOT, episode, playing: true };
    expect(markTitle('Page', playing)).toBe('▶ Episode');
    expect(markTitle('Page', { ...playing, unreadCount: 3 })).toBe('▶ (3) Episode');
    expect(markTitle('Page', { ...playing, episode: null })).toBe('▶ Page');
  });
});
