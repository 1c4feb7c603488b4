import type { PlayerPageData } from 'earshot-site/contract';
import { describe, expect, it } from 'vitest';
import { renderer, renderPlayerPage } from '../../player-page/server.tsx';
import { type EmbedOptions, parsePlayerQuery } from '../../src/embed/index.ts';
import { fakeEpisode } from '../helpers/fake-player.ts';

const script = 'https://widgets.test/assets/player-1a2b.js';

function fakeData(overrides: Partial<PlayerPageData> = {}): PlayerPageData {
  return {
    config: {
      api_url: 'https://site.test/api',
      site_url: 'https://site.test',
      widget_url: 'https://widgets.test',
      product_name: 'Earshot',
      ads_url: null,
      culture: 'en-GB',
    },
    query: 'episode_id=1',
    episode: fakeEpisode(),
    show: null,
    playlist: null,
    error: null,
    ...overrides,
  };
}

const render = (overrides: Partial<PlayerPageData> = {}) => {
  const data = fakeData(overrides);
  return renderPlayerPage(data, { script, options: parsePlayerQuery(data.query) });
};

interface Inlined {
  data: PlayerPageData;
  options: EmbedOptions;
  language: string;
  warning?: string[];
}

function inlined(html: string): Inlined {
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1];
  return JSON.parse(json ?? '');
}

describe('renderPlayerPage', () => {
  it('has title, cover and a Play button in the first response', () => {
    const html = render();
    expect(html).toContain('<title>Letters from the lighthouse</title>');
    expect(html).toContain('aria-label="Play Letters from the lighthouse"');
    expect(html).toContain('src="https://site.test/media/images/abc/320.jpg"');
  });

  it('requests only the script, in a way that works in an opaque origin', () => {
    const html = render();
    expect(html).toContain(`<script type="module" crossorigin src="${script}">`);
    expect(html.match(/<script[^>]* src=/g)).toHaveLength(1);
    expect(html).not.toMatch(/<link rel="(preload|stylesheet|preconnect)"/);
  });

  it('has audio controls if JavaScript is off', () => {
    expect(render()).toMatch(
      /<noscript>.*<audio controls preload="none" src="https:\/\/site\.test\/media\/audio\/abc\.mp3">/s,
    );
  });

  it('uses the language of the option, else of the configuration', () => {
    expect(render()).toContain('<html lang="en" dir="ltr">');
    const html = render({ query: 'episode_id=1&culture=it-IT' });
    expect(html).toContain('<html lang="it" dir="ltr">');
    expect(html).toContain('aria-label="Riproduci Letters from the lighthouse"');
    expect(inlined(html).language).toBe('it');
  });

  it('takes the theme from the query, else from the system', () => {
    const chosen = render({ query: 'episode_id=1&theme=dark' });
    expect(chosen).toContain('<html lang="en" dir="ltr" data-theme="dark">');
    expect(chosen).toContain('<meta name="color-scheme" content="dark">');
    expect(render()).toContain('<html lang="en" dir="ltr">');
    expect(render()).toContain('<meta name="color-scheme" content="light dark">');
  });

  it('takes the colour from the query, and makes it readable', () => {
    expect(render({ query: 'episode_id=1&theme=light&color=0b6e5e' })).toContain(
      '<div id="app" style="--es-accent:#0b6e5e;--es-on-accent:#fff;',
    );
  });

  it('shows the cover that is drawn for a show without one', () => {
    const generated_cover_url = 'https://site.test/covers/1/TH/320.svg';
    const html = render({ episode: fakeEpisode({ image_url: null }), generated_cover_url });
    expect(html).toContain('src="https://site.test/covers/1/TH/320.svg"');
    expect(render({ generated_cover_url })).toContain('src="https://site.test/media/images/abc');
  });

  it('takes the colour from the artwork if the author chose none', () => {
    const accentOf = (query: string) =>
      render({ query, episode: fakeEpisode({ image_color: 'a03020' }) }).match(
        /--es-accent:(#\w+)/,
      )?.[1];
    expect(accentOf('episode_id=1&theme=light')).toBe('#a03020');
    expect(accentOf('episode_id=1&theme=light&color=0b6e5e')).toBe('#0b6e5e');
  });

  it('names invalid options of the query for its author', () => {
    const query = 'episode_id=1&theme=purple&hide_logo=true&cover_image_url=ftp://x&colour=fff&t=';
    expect(inlined(render({ query })).warning).toEqual([
      'https://widgets.test/help/options',
      'theme=purple',
      'cover_image_url=ftp://x',
      'colour=fff',
    ]);
    expect(inlined(render())).not.toHaveProperty('warning');
    expect(inlined(render({ query: 'episode_id=1&key=secret' }))).not.toHaveProperty('warning');
  });

  it('starts at the second of the query', () => {
    expect(render({ query: 'episode_id=1&t=65' })).toContain('>1:05<');
  });

  it.each([
    ['after the end', 'show_id=2&t=99999', {}],
    ['at the end', 'episode_id=1&t=200', {}],
    ['after the end, with an end', 'episode_id=1&t=250&t-end=260', {}],
    ['of a live episode', 'episode_id=1&t=65', { type: 'LIVE', duration: 0 }],
  ] as const)('has no start %s', (_, query, facts) => {
    const html = render({ query, episode: fakeEpisode(facts) });
    expect(inlined(html).options).not.toHaveProperty('t');
    expect(inlined(html).options).not.toHaveProperty('t-end');
    expect(html).not.toContain('<span class="es-time">3:20<');
  });

  it('believes a start while the length is unknown', () => {
    const html = render({ query: 'episode_id=1&t=65', episode: fakeEpisode({ duration: 0 }) });
    expect(inlined(html).options.t).toBe(65);
  });

  it('escapes texts of authors', () => {
    const title = '</title><script>alert(1)</script><!--"';
    const html = render({ episode: fakeEpisode({ title, show_title: title }) });
    expect(html).not.toContain('<script>alert');
    expect(inlined(html).data.episode?.title).toBe(title);
  });

  it('omits the description, which may be very long', () => {
    const html = render({ episode: fakeEpisode({ description: 'long '.repeat(10_000) }) });
    expect(html).not.toContain('long long');
    expect(inlined(html).data.episode?.episode_id).toBe(1);
  });

  it.each([
    ['EPISODE_UNAVAILABLE', 'This episode is not available.'],
    ['SHOW_UNAVAILABLE', 'This show is not available'],
    ['INVALID_REQUEST', 'names no episode and no show'],
    ['NOT_FOUND', 'This episode is not available.'],
  ] as const)('shows a message for %s, with a link to retry', (error, words) => {
    const html = render({ episode: null, error, query: 'episode_id=9&theme=dark' });
    expect(html).toContain(words);
    expect(html).toContain('<a href="?episode_id=9&amp;theme=dark">Try again</a>');
    expect(html).not.toContain('<button');
  });

  it.each([
    [{ error: 'INVALID_REQUEST', invalid: 'missing' }, 'names no episode and no show'],
    [{ error: 'INVALID_REQUEST', invalid: 'malformed' }, 'is not a valid number'],
    [{ error: 'INVALID_REQUEST', invalid: 'doubled' }, 'names more than one episode or show'],
    [{ error: 'EPISODE_UNAVAILABLE' }, 'This episode is not available.'],
    [{ error: 'SHOW_UNAVAILABLE' }, 'This show is not available'],
    [{ error: 'UNAVAILABLE' }, 'A fault on our side'],
    [{ error: 'SERVER_ERROR' }, 'A fault on our side'],
  ] as const)('explains %o, and offers to retry', (problem, text) => {
    const html = render({ ...problem, episode: null, query: 'episode_id=1' });
    expect(html).toContain(text);
    expect(html).toContain('<a href="?episode_id=1">Try again</a>');
  });

  const remains = {
    title: 'Fog & <horns>',
    show: { title: 'Harbour', url: 'https://site.test/show/harbour', language: 'en' },
    newest: { episode_id: 12, title: 'First light' },
  };

  it('names a deleted episode, and leads to its show and the newest one in the same frame', () => {
    const query = 'episode_id=9&theme=dark&t=60&color=0b6e5e';
    const html = render({ episode: null, error: 'EPISODE_GONE', remains, query });
    expect(html).toContain('Fog &amp; &lt;horns>');
    expect(html).toContain('This episode is no longer available.');
    expect(html).toMatch(
      /<a href="https:\/\/site.test\/show\/harbour" target="_blank"[^>]*>Harbour</,
    );
    expect(html).toContain('<a href="?episode_id=12&amp;theme=dark&amp;color=0b6e5e"');
    expect(html).toContain('Newest episode: First light');
    expect(html).not.toContain('Try again');
  });

  it.each([
    ['EPISODE_GONE', undefined, 'This episode is no longer available.'],
    ['SHOW_GONE', undefined, 'This show is no longer available.'],
    [
      'SHOW_UNAVAILABLE',
      { ...remains, title: null, newest: null },
      'This show has no episode yet.',
    ],
  ] as const)('explains %s without a title, and offers no second try', (error, left, text) => {
    const html = render({ episode: null, error, ...(left && { remains: left }) });
    expect(html).toContain(text);
    expect(html).not.toContain('Try again');
  });

  it('says that the words of a quote are gone, and leads to the whole episode', () => {
    const query = 'episode_id=9&quote=k3fq7a2mzd4x&theme=dark';
    const html = render({ episode: null, error: 'QUOTE_LOST', query });
    expect(html).toContain('These words are no longer in this episode.');
    expect(html).toContain(
      '<a href="?episode_id=9&amp;theme=dark">Listen to the whole episode</a>',
    );
    expect(html).not.toContain('Try again');
    expect(html).not.toContain('<button');
  });

  it('offers a second try while the words of a quote are looked for', () => {
    const query = 'episode_id=9&quote=k3fq7a2mzd4x';
    const html = render({ episode: null, error: 'QUOTE_MOVING', query });
    expect(html).toContain('the words are being looked for');
    expect(html).toContain('<a href="?episode_id=9&amp;quote=k3fq7a2mzd4x">Try again</a>');
    expect(html).not.toContain('whole episode');
  });

  it('has one inline script, the one that the renderer names for the security policy', () => {
    for (const html of [render(), render({ episode: null, error: 'EPISODE_UNAVAILABLE' })]) {
      const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text);
      expect(inline).toEqual([renderer.inlineScript]);
      expect(html).not.toMatch(/ on\w+="/);
    }
  });
});
