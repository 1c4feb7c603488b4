import { ASSETS } from '../helpers/assets.ts';
// @vitest-environment happy-dom

import type { Episode, Show } from 'earshot/contract';
import type { HeadTag, PageLoad, SiteConfig } from 'earshot-site/contract';
import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../src/i18n/translator.ts';
import { fakeEpisode } from '../../../tests/helpers/fake-player.ts';
import { site as italian } from '../../src/i18n/it.json';
import { episodeHead } from '../../src/pages/episode/head.ts';
import { plainHead } from '../../src/pages/head-tags.ts';
import { pageHead } from '../../src/pages/page-head.ts';
import { showHead } from '../../src/pages/show/head.ts';
import type { FoundPage } from '../../src/pages/site-page.tsx';
import { wrapDocument } from '../../src/shell/document.tsx';
import { swapHead } from '../../src/shell/swap-head.ts';

const HOSTILE = [
  `'"\`&quot;&amp;&#39;&lt; \\`,
  '</title></head><script>alert(1)</script><!-- ]]>',
  '\u05e9\u05dc\u05d5\u05dd \u202e(abc)\u202c \u{1f469}\u200d\u{1f680}',
  'a\u2028\u2029b $& %s {title}',
];
const config = {
  SITE_URL: 'https://site.test',
  WIDGET_URL: 'https://w.test',
  PRODUCT_NAME: 'Hearken',
  ADS_URL: null,
  CONSENT_REQUIRED: false,
  LISTENING: null,
  API_CULTURE: 'it',
} as SiteConfig;

const site = { config, t: createTranslator(italian) };

function episodePage(overrides: Partial<Episode> = {}): FoundPage {
  const episode = fakeEpisode({ site_url: 'https://site.test/user/u/caff%C3%A8', ...overrides });
  const { title, image_url: image, site_url: canonical } = episode;
  const page = {
    props: {
      episode,
      isLiked: false,
      mayEdit: false,
      embedCode: '',
      around: { previous: null, next: null, more: [], people: [] },
      subscribe: [],
      transcript: null,
      comments: { items: [], next: null, cursor: null },
      refused: null,
    },
    title,
    description: 'About "it" & more',
    image,
    canonical,
  };
  return { ...page, name: 'episode', status: 200, head: episodeHead(page, site) };
}

function showPage(overrides: Partial<Show> = {}): FoundPage {
  const show = {
    show_id: 7,
    title: 'The Harbour',
    author: 'A. Keeper',
    site_url: 'https://site.test/show/harbour',
    image_url: null,
    language: 'it',
    categories: ['Science'],
    keywords: ['sea', 'light'],
    explicit: true,
    episode_count: 2,
    ...overrides,
  } as Show;
  const props = {
    show,
    episodes: { items: [], next_url: null, total: 0, cursor: null },
    latest: null,
    isFollowed: false,
    mayEdit: false,
    embedCode: '',
    seasons: [],
    filter: {},
    categories: [],
    subscribe: [],
  };
  const page = { props, title: show.title, canonical: `${show.site_url}?cursor=9` };
  return { ...page, name: 'show', status: 200, head: showHead(page, site) };
}

const nothing: FoundPage = { props: {}, name: 'not-found', status: 404, head: plainHead() };

const LOAD: Omit<PageLoad, 'title' | 'head'> = {
  redirect: null,
  redirect_ajax: null,
  javascript: [],
  css: [],
  content: '',
  config: { page: 'episode', props: {}, status: 200 },
  modules: [],
  player: null,
};
const rootOf = (property: string) => property.split(':').slice(0, 2).join(':');
const headOf = (page: FoundPage) => pageHead(page, 'Window title', site);
/** Contents of the meta elements by their name. */
function metaOf(tags: HeadTag[]): Record<string, string> {
  const metas = tags.filter(({ tag }) => tag === 'meta').map(({ attributes }) => attributes);
  return Object.fromEntries(
    metas.map(({ name, property, content }) => [name ?? property, content]),
  );
}
const linksOf = (tags: HeadTag[]) =>
  tags.filter(({ tag }) => tag === 'link').map(({ attributes }) => attributes);
const dataOf = (tags: HeadTag[]) => tags.find(({ tag }) => tag === 'script')?.json;

describe('pageHead', () => {
  it('describes an episode to link previews', () => {
    expect(metaOf(headOf(episodePage()))).toEqual({
      description: 'About "it" & more',
      'og:site_name': 'Hearken',
      'og:locale': 'it_IT',
      'og:type': 'music.song',
      'og:title': 'Letters from the lighthouse',
      'og:description': 'About "it" & more',
      'og:url': 'https://site.test/user/u/caff%C3%A8',
      'og:image': 'https://site.test/media/images/abc/720.jpg',
      'og:image:type': 'image/jpeg',
      'og:image:width': '720',
      'og:image:height': '720',
      'og:image:alt': 'Letters from the lighthouse',
      'og:audio': 'https://site.test/media/audio/abc.mp3',
      'og:audio:secure_url': 'https://site.test/media/audio/abc.mp3',
      'og:audio:type': 'audio/mpeg',
      'music:duration': '200',
      'twitter:card': 'player',
      'twitter:title': 'Letters from the lighthouse',
      'twitter:description': 'About "it" & more',
      'twitter:image': 'https://site.test/media/images/abc/720.jpg',
      'twitter:image:alt': 'Letters from the lighthouse',
      'twitter:player': 'https://w.test/player?episode_id=1&playlist=false',
      'twitter:player:width': '600',
      'twitter:player:height': '200',
      'twitter:player:stream': 'https://site.test/media/audio/abc.mp3',
      'twitter:player:stream:content_type': 'audio/mpeg',
    });
  });

  it('leads oEmbed consumers to the answer in both forms', () => {
    const links = linksOf(headOf(episodePage()));
    const [json, xml] = links;
    const url = encodeURIComponent('https://site.test/user/u/caff%C3%A8');
    expect(json).toEqual({
      rel: 'alternate',
      type: 'application/json+oembed',
      href: `https://site.test/oembed?url=${url}&format=json`,
      title: 'Letters from the lighthouse',
    });
    expect(xml).toMatchObject({
      type: 'text/xml+oembed',
      href: `https://site.test/oembed?url=${url}&format=xml`,
    });
    const canonical = { rel: 'canonical', href: 'https://site.test/user/u/caff%C3%A8' };
    expect(links).toContainEqual(canonical);
  });

  it('gives a show its player, under its first address on every page of its list', () => {
    const tags = headOf(showPage());
    const meta = metaOf(tags);
    expect(meta['twitter:player']).toBe('https://w.test/player?show_id=7&playlist=show');
    expect(meta['twitter:player:height']).toBe('400');
    expect(meta['og:audio']).toBeUndefined();
    expect(linksOf(tags).map(({ href }) => href)).toEqual([
      'https://site.test/oembed?url=https%3A%2F%2Fsite.test%2Fshow%2Fharbour&format=json',
      'https://site.test/oembed?url=https%3A%2F%2Fsite.test%2Fshow%2Fharbour&format=xml',
      'https://site.test/show/7/episodes/feed',
      'https://site.test/show/harbour?cursor=9',
    ]);
  });

  it('keeps what belongs to a picture or a sound right behind it', () => {
    // According to https://ogp.me, another root ends the previous one.
    const properties = headOf(episodePage()).map(({ attributes }) => attributes.property ?? '');
    for (const root of ['og:image', 'og:audio']) {
      const first = properties.indexOf(root);
      const last = properties.findLastIndex((name) => name.startsWith(root));
      expect(new Set(properties.slice(first, last + 1).map(rootOf))).toEqual(new Set([root]));
    }
  });

  it('promises Twitter no player without the picture that a player card requires', () => {
    const meta = metaOf(headOf(episodePage({ image_url: null })));
    expect(meta['twitter:card']).toBe('summary');
    expect(meta).not.toHaveProperty('twitter:image');
    expect(meta['twitter:player']).toBe('https://w.test/player?episode_id=1&playlist=false');
  });

  it('gives pictures as JPEG, which every reader of previews knows', () => {
    const page = episodePage({ image_url: 'https://site.test/media/images/abc/320.webp' });
    const meta = metaOf(headOf(page));
    expect(meta['og:image']).toBe('https://site.test/media/images/abc/720.jpg');
    expect(meta['twitter:image']).toBe(meta['og:image']);
    expect(dataOf(headOf(page))).toMatchObject({ image: meta['og:image'] });
  });

  it.each(HOSTILE)('says the title %j and nothing else', (title) => {
    for (const page of [episodePage({ title }), showPage({ title })]) {
      const head = headOf(page);
      const load = { ...LOAD, title, head };
      const html = wrapDocument({
        shell: '',
        load,
        assets: { ...ASSETS, css: '' },
        siteUrl: 'https://site.test',
        data: '{}',
        language: 'it',
        earlyScript: '',
      });
      const shown = new DOMParser().parseFromString(html, 'text/html');
      const content = (name: string) =>
        shown.head.querySelector(`meta[property="${name}"],meta[name="${name}"]`);
      expect(content('og:title')?.getAttribute('content')).toBe(title);
      expect(content('twitter:title')?.getAttribute('content')).toBe(title);
      expect(shown.title).toBe(title);
      expect(shown.querySelectorAll('script').length).toBe(4);
      const json = shown.querySelector('script[type="application/ld+json"]')?.textContent;
      expect(JSON.parse(json ?? '').name).toBe(title);
    }
  });

  it('offers no player if there is nothing to listen to', () => {
    for (const page of [showPage({ episode_count: 0 }), nothing]) {
      const tags = headOf(page);
      expect(metaOf(tags)['twitter:card']).toBe('summary');
      expect(linksOf(tags).filter(({ type }) => type?.includes('oembed'))).toEqual([]);
    }
    expect(metaOf(headOf(nothing)).robots).toBe('noindex');
  });

  it('describes an episode to search engines', () => {
    expect(dataOf(headOf(episodePage({ season: 2, episode_number: 5 })))).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'PodcastEpisode',
      url: 'https://site.test/user/u/caff%C3%A8',
      datePublished: '2026-10-01T08:00:00Z',
      duration: 'PT3M20S',
      episodeNumber: 5,
      partOfSeason: { '@type': 'PodcastSeason', seasonNumber: 2 },
      associatedMedia: {
        '@type': 'AudioObject',
        contentUrl: 'https://site.test/media/audio/abc.mp3',
        embedUrl: 'https://w.test/player?episode_id=1&playlist=false',
      },
      partOfSeries: { '@type': 'PodcastSeries', url: 'https://site.test/show/harbour' },
    });
  });

  it('describes a show to search engines', () => {
    const json = JSON.parse(JSON.stringify(dataOf(headOf(showPage()))));
    expect(json).toEqual({
      '@context': 'https://schema.org',
      '@type': 'PodcastSeries',
      url: 'https://site.test/show/harbour',
      name: 'The Harbour',
      author: { '@type': 'Person', name: 'A. Keeper' },
      inLanguage: 'it',
      genre: ['Science'],
      keywords: ['sea', 'light'],
      isFamilyFriendly: false,
    });
  });

  it('claims at least a second for a shorter episode', () => {
    expect(dataOf(headOf(episodePage({ duration: 0.2 })))).toMatchObject({ duration: 'PT1S' });
  });

  it('claims no length if it is unknown', () => {
    const tags = headOf(episodePage({ duration: 0, file_size: 0 }));
    expect(metaOf(tags)).not.toHaveProperty('music:duration');
    expect(JSON.stringify(dataOf(tags))).not.toMatch(/duration|contentSize/);
  });
});

describe('swapHead', () => {
  it('removes the elements of the previous page and keeps those of every page', () => {
    document.head.innerHTML =
      '<meta charset="utf-8"><meta name="viewport" content="x"><meta name="theme-color" content="#fff">' +
      '<link rel="icon" href="data:,">';
    const before = document.head.innerHTML;
    swapHead(headOf(episodePage()));
    expect(document.head.children.length).toBeGreaterThan(20);
    swapHead(headOf(showPage()));
    const [canonical, ...more] = document.querySelectorAll('link[rel=canonical]');
    expect([canonical?.getAttribute('href'), more]).toEqual([
      'https://site.test/show/harbour?cursor=9',
      [],
    ]);
    expect(document.head.innerHTML).not.toContain('lighthouse');
    swapHead([]);
    expect(document.head.innerHTML).toBe(before);
  });
});
