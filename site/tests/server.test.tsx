import { IDLE_SNAPSHOT, type PlayerSnapshot } from 'earshot';
import type { Episode, EpisodeQuote, Show } from 'earshot/contract';
import type { PageLoad, SiteConfig, SiteData } from 'earshot-site/contract';
import { describe, expect, it } from 'vitest';
import { fakeEpisode } from '../../tests/helpers/fake-player.ts';
import { fillDocument, loadSitePage, renderer } from '../src/server.tsx';
import { markTitle } from '../src/shell/window-title.ts';
import { ASSETS, assetUrl, readApi as readNothing } from './helpers/assets.ts';

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
  LISTENING: null,
  API_CULTURE: 'en',
  AJAX_VERSION: '1',
  SIGNUP: 'open',
  SENDS_MAIL: true,
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
  site_url: 'https://site.test/show/%C3%A9lan',
  image_url: null,
  image_color: '#7a2f22',
  link_url: null,
} as unknown as Show;
const episode: Episode = fakeEpisode({
  title: HOSTILE,
  image_color: '#7a2f22',
  site_url: 'https://site.test/user/u/e',
});
const data: SiteData = {
  listLatest: async () => [episode],
  listNew: async () => [],
  hasPlanFeature: async () => true,
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
  getAround: async () => ({ previous: null, next: episode, more: [], people: [] }),
  listComments: async (_, { cursor }) => ({ items: [], next: null, cursor }),
  getTranscript: async () => null,
  getWords: async () => null,
  getQuote: async () => null,
  getUser: async () => null,
  getBlockedUser: async () => null,
  isMarked: async () => false,
  mayEditShow: async () => false,
  getHostText: async () => null,
  getDocument: async (name) =>
    name === 'embed' ? { title: 'Embed', html: '<h1 id="embed">Embed</h1>' } : null,
  listUserShows: async (_, cursor) => ({ items: [], next_url: null, cursor }),
  listImports: async () => [],
  listOwnShows: async (_, cursor) => ({ items: [show], next_url: null, cursor }),
};
/** Every list of the host holds one show. */
const readApi = async (address: string) => {
  if (!address.includes('/explore/lists/')) return readNothing();
  return { status: 200, body: JSON.stringify({ response: { items: [show], next_url: null } }) };
};
/** A request for a page whose lists have two pages. The list 7 of the host is named `our-best`. */
const pagedRequest = (url: string) => ({
  ...{ url, culture: 'en', assetUrl },
  async readApi(address: string) {
    const { pathname } = new URL(address);
    const list = { permalink: 'our-best', title: 'Our best', description: '', language: null };
    if (pathname.endsWith('/lists/science')) return { status: 404, body: '{}' };
    const results = pathname.includes('/tags/') ? [episode] : [show];
    const pager = { current_page: 1, first_page: 1, last_page: 2, results };
    const response = { list, pager, items: [], next_url: null };
    return { status: 200, body: JSON.stringify({ response }) };
  },
});
const load = (url: string) => loadSitePage({ url, culture: 'en', readApi, assetUrl }, data, config);

describe('loadSitePage', () => {
  it.each([
    ['/', 'landing', 200],
    ['/show/%C3%A9lan', 'show', 200],
    ['/show/unknown', 'not-found', 404],
    ['/docs/embed', 'document', 200],
    ['/docs/unknown', 'not-found', 404],
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
      'href="https://site.test/show/%C3%A9lan?cursor=9"',
    );
  });

  it('links to the latest episode without JavaScript', async () => {
    expect((await load('/show/%C3%A9lan')).content).toMatch(
      /<noscript><a href="https:\/\/site\.test\/user\/u\/e">[^<]+<\/a><\/noscript>/,
    );
  });

  it.each(['', '&type=categories'])(
    'names found categories in the language, for %j',
    async (type) => {
      const readResults = async (address: string) => {
        const name = 'Science';
        const highlight = { text: name, ranges: [[0, 7]] };
        const categories = [{ name, permalink: 'science', highlight }];
        const groups = { categories, tags: [], users: [], shows: [], episodes: [] };
        const pager = { current_page: 1, first_page: 1, last_page: 1, results: categories };
        const response = address.includes('/search') ? { ...groups, pager } : { items: [] };
        return { status: 200, body: JSON.stringify({ response }) };
      };
      const url = `/search?q=science${type}`;
      const contentIn = async (culture: string) => {
        const request = { url, culture, readApi: readResults, assetUrl };
        return (await loadSitePage(request, data, { ...config, API_CULTURE: culture })).content;
      };
      expect(await contentIn('en')).toContain('<mark>Science</mark>');
      expect(await contentIn('it')).toMatch(/href="\/podcasts\/science"[^>]*><bdi>Scienz[ae]/);
    },
  );

  it('shows some shows at the start, and links to all', async () => {
    const { content } = await load('/');
    expect(content.match(/class="site-card"/g)).toHaveLength(1);
    expect(content).toContain('href="/podcasts/new"');
  });

  it.each([
    ['open', 1],
    ['closed', 0],
  ] as const)('has a player and, if signup is %s, a door for authors', async (SIGNUP, doors) => {
    const request = { url: '/', culture: 'en', readApi, assetUrl } as const;
    const { content } = await loadSitePage(request, data, { ...config, SIGNUP });
    expect(content).toMatch(/<iframe src="[^"]*\/player\?episode_id=1"/);
    expect(content.split('href="/signup?redirect=%2Fdashboard"')).toHaveLength(1 + doors);
  });

  it('hands the invite of a signup to the other services', async () => {
    const url = 'https://site.test/connect?provider=google';
    const CONNECT = { ...config.CONNECT, google: { url } };
    const request = { url: '/signup?invite=a%26b', culture: 'en', readApi, assetUrl } as const;
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

/** The whole document of a loaded page, for a visitor. */
const documentOf = (page: PageLoad, site = config) =>
  fillDocument(renderer.renderDocument(page, site, ASSETS, null), site);

describe('renderDocument', () => {
  it.each([
    ['/', '/'],
    ['/library', '/library'],
    ['/history', '/library'],
    ['/show/%C3%A9lan', undefined],
  ])('marks the place of %s', async (url, place) => {
    const [, nav = ''] =
      /<nav class="site-places".*?>(.*?)<\/nav>/.exec(documentOf(await load(url))) ?? [];
    expect(nav.match(/href="[^"]*"/g)).toHaveLength(4);
    expect(/href="([^"]*)" data-pages="[^"]*" aria-current="page"/.exec(nav)?.[1]).toBe(place);
  });
});

describe('a page that members share', () => {
  const MEMBER = {
    user_id: 7,
    name: 'Ada </script>',
    permalink: 'ada',
    site_url: 'https://site.test/user/ada',
    image_url: null,
    is_admin: false,
  };
  const loadFor = (url: string, USER: SiteConfig['USER']) =>
    loadSitePage(
      { url, culture: 'en', readApi, assetUrl },
      { ...data, isMarked: async () => true },
      { ...config, USER },
    );

  it.each(['/', '/show/%C3%A9lan', '/user/u/e'])(
    'is the same for each of them: %s',
    async (url) => {
      expect(renderer.isShared(url)).toBe(true);
      const ofAny = { ...MEMBER, user_id: 0, name: '', permalink: '', site_url: '' };
      const site = { ...config, USER: MEMBER, OAUTH_TOKEN: 'secret' };
      const shared = renderer.renderDocument(await loadFor(url, ofAny), config, ASSETS, null);
      expect(shared).not.toContain('Ada');
      expect(shared).not.toContain('secret');
      expect(fillDocument(shared, site)).toBe(documentOf(await loadFor(url, MEMBER), site));
      expect(fillDocument(shared, site)).toContain('secret');
    },
  );

  it('is none that only its member may see', () => {
    expect(renderer.isShared('/dashboard')).toBe(false);
    expect(renderer.isShared('/user/u')).toBe(false);
  });
});

describe('renderDocument', () => {
  it.each(['/', '/show/%C3%A9lan', '/user/u/e', '/none'])(
    'gives %s no style element, and no inline script but data and the one whose hash is known, so that a strict CSP holds',
    async (url) => {
      const known = `<script>${renderer.siteInlineScript}</script>`;
      const document = documentOf(await load(url));
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
      const html = documentOf(await load(url));
      const [styles = [], ...others] = [...html.matchAll(/<article style="([^"]+)"/g)];
      expect(others).toEqual([]);
      const names = styles[1]?.split(';').map((declaration) => declaration.split(':')[0]);
      expect(names).toContain('--es-accent');
      expect(names?.filter((name) => !name?.startsWith('--es-'))).toEqual([]);
    },
  );

  it('names the icons, the manifest, and the typeface before the stylesheet', async () => {
    const html = documentOf(await load('/user/u/e'));
    expect(html).toContain('rel="manifest" href="https://site.test/manifest.webmanifest"');
    expect(html).toContain('rel="apple-touch-icon" href="/t.png"');
    expect(html.indexOf('as="font"')).toBeLessThan(html.indexOf('rel="stylesheet"'));
  });

  it('escapes titles everywhere', async () => {
    const html = documentOf(await load('/user/u/e'));
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<\/script>/g)).toHaveLength(4);
  });

  it.each([
    ['/?utm_source=x', 'https://site.test/'],
    ['/show/%C3%A9lan/?utm_source=x', 'https://site.test/show/%C3%A9lan'],
    ['/show/%C3%A9lan?cursor=9', 'https://site.test/show/%C3%A9lan?cursor=9'],
    ['/user/u/e', episode.site_url],
  ])('names one address for %s', async (url, canonical) => {
    const html = documentOf(await load(url));
    expect(html).toContain(`<link rel="canonical" href="${canonical}">`);
    expect(html).toContain(`<meta property="og:url" content="${canonical}">`);
  });

  it.each([
    ['/podcasts/science?page=1&utm_source=x', '/podcasts/science'],
    ['/podcasts/science?page=2', '/podcasts/science?page=2'],
    ['/podcasts/science?page=99', '/podcasts/science'],
    ['/podcasts/7?page=2', '/podcasts/our-best?page=2'],
    ['/tag/sound', '/tag/sound'],
    ['/tag/sound?page=2', '/tag/sound?page=2'],
  ])('names one address for each page of a list, for %s', async (url, canonical) => {
    const html = documentOf(await loadSitePage(pagedRequest(url), data, config));
    expect(html).toContain(`<link rel="canonical" href="https://site.test${canonical}">`);
  });

  it.each([
    ['/show/%C3%A9lan', show.show_id],
    ['/user/u/e', episode.show_id],
  ])('leads from %s to the feed of the show', async (url, id) => {
    expect(documentOf(await load(url))).toContain(
      `<link rel="alternate" type="application/rss+xml" href="https://site.test/show/${id}/episodes/feed" title="`,
    );
  });

  it('keeps documents, which every host has, out of search engines', async () => {
    const html = documentOf(await load('/docs/embed'));
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  it('keeps unknown addresses out of search engines', async () => {
    const html = documentOf(await load('/none'));
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
    expect(html).toContain('<title>Page not found · Hearken</title>');
  });

  it('names a quote by its words, which are no HTML', async () => {
    const text = 'Use <b> if 1 < 2 and 3 > 2 &amp; 1';
    const quote = {
      ...{ quote_id: 'q', episode_id: 1, text, language: 'en', state: 'placed' },
      ...{ starts_at: 1, ends_at: 2, site_url: 'https://site.test/quote/q' },
    } as EpisodeQuote;
    const asked = {
      ...{ url: '/quote/q', culture: 'en', assetUrl },
      readApi: async () => ({ status: 200, body: JSON.stringify({ response: { episode } }) }),
    };
    const { title } = await loadSitePage(asked, { ...data, getQuote: async () => quote }, config);
    expect(title).toContain(`“${text}”`);
  });

  it('uses the product name of the configuration', async () => {
    const html = documentOf(await load('/'));
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
