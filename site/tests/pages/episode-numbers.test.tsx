import { ApiError } from 'earshot';
import type { EpisodeListening, Waveform } from 'earshot/contract';
import { PlayerProvider } from 'earshot/react';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { joinParts } from '../../src/pages/episode-numbers/heard-curve.tsx';
import { Page } from '../../src/pages/episode-numbers/page.tsx';
import { episodeNumbersPage } from '../../src/pages/episode-numbers/server.ts';
import type { LoadedPage } from '../../src/pages/site-page.tsx';
import { SiteProvider } from '../../src/site-context.tsx';

const EPISODE = {
  episode_id: 7,
  show_id: 3,
  title: 'Low water',
  show_title: 'Tidewater',
  guid: 'g',
};
const HEARD: EpisodeListening = {
  enabled: true,
  from: '2026-03-25',
  to: '2026-03-31',
  starts: 4,
  quartiles: [4, 2, 1, 0],
  heard_seconds: 5_400,
  duration: 40,
  curve: Array.from({ length: 40 }, (_, second) => (second < 10 ? 4 : 1)),
  places: [
    { place: 'embed', host: 'blog.example.org', starts: 2 },
    { place: 'site', host: '', starts: 1 },
    { place: 'embed', host: '*', starts: 1 },
  ],
};

const DOWNLOADS = {
  total: 12,
  days: [{ day: '2026-03-31', downloads: 12 }],
  parts: {
    app: [{ value: 'Overcast', downloads: 12 }],
    device: [],
    country: [],
    referrer: [],
    place: [],
  },
};

interface Host {
  listening?: Partial<EpisodeListening>;
  waveform?: Waveform | null | ApiError;
  query?: string;
}

async function load({ listening, waveform = null, query = '' }: Host = {}) {
  const asked: unknown[] = [];
  const get = async (route: string, payload: object) => {
    if (route === 'episode_v1') return { episode: EPISODE };
    if (route === 'episode_listening') {
      asked.push(payload);
      return { ...HEARD, ...listening };
    }
    if (route === 'episode_numbers') return DOWNLOADS;
    if (waveform instanceof ApiError) throw waveform;
    return { waveform };
  };
  const request = {
    ...{ api: { get }, params: { episode_id: '7' }, query: new URLSearchParams(query) },
    textsOf: () => (key: string) => key,
  };
  const page = await episodeNumbersPage.load(request as never);
  return { asked, ...(page as LoadedPage<ComponentProps<typeof Page>>) };
}

async function render(host?: Host): Promise<string> {
  const { props } = await load(host);
  const texts = await loadTexts('en');
  return renderToStaticMarkup(
    <SiteProvider config={{ API_CULTURE: 'en' } as never} texts={texts}>
      <PlayerProvider player={null} messages={{} as never}>
        <Page {...props} />
      </PlayerProvider>
    </SiteProvider>,
  );
}

const NONE = { starts: 0, heard_seconds: 0, curve: [], places: [] };

describe('the numbers of an episode', () => {
  afterEach(() => vi.useRealTimers());

  it('are those of the last days', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-31T23:30:00Z') });
    expect((await load({ query: 'days=7' })).asked).toEqual([
      { episode_id: 7, from: '2026-03-25', to: '2026-03-31' },
    ]);
  });

  it('stand in facts, a curve, a table and a list of places', async () => {
    const html = await render();
    expect(html).toContain('<dt>Starts</dt><dd>4</dd>');
    expect(html).toContain('<dt>Hours heard</dt><dd>1.5</dd>');
    expect(html).toContain('<dt>Heard half</dt><dd>50%</dd>');
    expect(html).toContain('<dt>Heard nearly all</dt><dd>0%</dd>');
    expect(html).toContain('which is 0:40 long. The most of a part: 4.');
    expect(html).toContain('<bdi>0:08 – 0:10</bdi></th><td>4</td>');
    expect(html).toContain('<bdi>0:10 – 0:12</bdi></th><td>1</td>');
    for (const name of ['blog.example.org', 'This site', 'Other pages']) {
      expect(html).toContain(`<bdi>${name}</bdi>`);
    }
  });

  it('have its downloads first', async () => {
    const html = await render();
    expect(html).toContain('<dt>Downloads</dt><dd>12</dd>');
    expect(html).toContain('<bdi>Overcast</bdi>');
    expect(html.indexOf('By day')).toBeLessThan(html.indexOf('Listening'));
  });

  it('stand over the waveform, with the highest peak of each part', async () => {
    const peaks = Array.from({ length: 80 }, (_, n) => (n % 2 ? 0.5 : 0.1));
    const waveform = { samples_per_second: 2, peaks };
    expect((await load({ waveform })).props.peaks).toEqual(Array(40).fill(0.5));
    expect(await render({ waveform })).toContain('d="M0.5 26V74M1.5 26V74');
    const missing = new ApiError('NOT_FOUND', 404, []);
    expect((await load({ waveform: missing })).props.peaks).toEqual([]);
  });

  it('say when they come, and that a host does not collect them', async () => {
    const empty = await render({ listening: NONE });
    expect(empty).toContain('The first figures appear a minute after');
    expect(empty).not.toContain('Heard parts');
    const off = await render({ listening: { ...NONE, enabled: false } });
    expect(off).toContain('This host does not measure listening.');
    expect(off).toContain('Its administrators can turn it on.');
    const earlier = await render({ listening: { enabled: false } });
    expect(earlier).toContain('This host does not measure listening.');
    expect(earlier).toContain('role="img"');
  });
});

describe('joinParts', () => {
  it('keeps the length of each part of a curve', () => {
    // 200 parts of 355 s have one or two seconds.
    const curve = Array.from(
      { length: 200 },
      (_, part) => Math.ceil(((part + 1) * 355) / 200) - Math.ceil((part * 355) / 200),
    );
    for (const most of [200, 20, 7]) {
      const parts = joinParts({ duration: 355, curve }, most);
      expect(parts.every(({ listeners }) => listeners === 1)).toBe(true);
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([0, 355]);
    }
  });
});
