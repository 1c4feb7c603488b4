import type { HistoryFigure, ShowNumbers } from 'earshot/contract';
import { PlayerProvider } from 'earshot/react';
import { ALL_API_ROUTES } from 'earshot-site/contract';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { Page } from '../../src/pages/show-numbers/page.tsx';
import { showNumbersPage } from '../../src/pages/show-numbers/server.ts';
import type { LoadedPage } from '../../src/pages/site-page.tsx';
import { SiteProvider } from '../../src/site-context.tsx';
import { roundUp } from '../../src/studio/numbers/day-plot.tsx';

const SHOW = { show_id: 7, title: 'Tidewater', complete: false, site_url: '/show/tidewater' };

const EPISODE = { episode_id: 9, title: 'Low water', downloads: 1 };

const apps = Array.from({ length: 12 }, (_, n) => ({ value: `App ${n}`, downloads: 20 - n }));
const PARTS = {
  app: [...apps, { value: 'other', downloads: 3 }],
  device: [{ value: '', downloads: 9 }],
  country: [
    { value: 'IT', downloads: 7 },
    { value: '', downloads: 2 },
  ],
  referrer: [{ value: '', downloads: 9 }],
  place: [
    { value: '', downloads: 8 },
    { value: 'embed', downloads: 1 },
  ],
};

const AGES = {
  ages: [1, 24, 168, 720],
  episodes: [
    { episode_id: 9, title: 'Low water', hours: 30, downloads: [2, 40] },
    { episode_id: 8, title: 'Salt', hours: 720, downloads: [1, 20, 1_030, 1_100] },
    { episode_id: 6, title: 'Unheard', hours: 720, downloads: [0, 0, 0, 0] },
  ],
};

const HOSTS = [{ host: 'Old Radio', from: '2024-01-01', to: '2024-12-31', downloads: 1_234 }];

/** One download on each day that is asked for. */
async function load(query: string, downloads = 1, history: HistoryFigure[] = [], basis = 'bytes') {
  const asked: string[] = [];
  const get = async (route: string, { from, to }: { from: string; to: string }) => {
    if (route === 'show_v1') return { show: SHOW };
    if (route === ALL_API_ROUTES.show_numbers_by_age) return AGES;
    if (route === ALL_API_ROUTES.show_history) return { items: HOSTS };
    asked.push(`${from} ${to}`);
    const days = [from, to].map((day) => ({ day, downloads, listeners: downloads }));
    const total = 2 * downloads;
    return {
      total,
      days,
      episodes: [EPISODE],
      history,
      basis,
      parts: PARTS,
    } as Partial<ShowNumbers>;
  };
  const request = {
    ...{ api: { get }, params: { show_id: '7' }, query: new URLSearchParams(query) },
    textsOf: () => (key: string) => key,
  };
  const page = await showNumbersPage.load(request as never);
  return { asked, ...(page as LoadedPage<ComponentProps<typeof Page>>) };
}

async function render(...asked: Parameters<typeof load>): Promise<string> {
  const { props } = await load(...asked);
  const texts = await loadTexts('en');
  const config = { API_CULTURE: 'en', SITE_URL: 'https://bells.example' } as never;
  return renderToStaticMarkup(
    <SiteProvider config={config} texts={texts}>
      <PlayerProvider player={null} messages={{} as never}>
        <Page {...props} />
      </PlayerProvider>
    </SiteProvider>,
  );
}

describe('the numbers of a show', () => {
  afterEach(() => vi.useRealTimers());

  it('are those of the last days, beside as many days before', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-31T23:30:00Z') });
    expect((await load('')).asked).toEqual(['2026-03-02 2026-03-31', '2026-01-31 2026-03-01']);
    expect((await load('days=7')).asked).toEqual([
      '2026-03-25 2026-03-31',
      '2026-03-18 2026-03-24',
    ]);
    expect((await load('days=8')).props.range.period).toBe(30);
  });

  it('are those of chosen days, beside as many days before', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-31T12:00:00Z') });
    const query = 'from=2026-02-20&to=2026-03-01';
    const { asked } = await load(query);
    expect(asked).toEqual(['2026-02-20 2026-03-01', '2026-02-10 2026-02-19']);
    const html = await render(query);
    expect(html).toContain('<dt>The 10 days before</dt>');
    expect(html).toMatch(/type="date" max="2026-03-31" required="" name="from" value="2026-02-20"/);
    expect(html).toContain('download="downloads-2026-02-20-2026-03-01.csv"');
    expect(html).not.toContain('aria-current="page">7 days');
    expect(html).toContain('/numbers?from=2026-02-20&amp;to=2026-03-01"><bdi>Low water');
    expect(await render('from=2026-03-02&to=2026-03-02')).toContain('<dt>The day before</dt>');
  });

  it.each([
    ['from=2026-02-30&to=2026-03-01', 'from', '“2026-02-30” is not a day.'],
    ['from=2026-03-01', 'to', 'Choose a day.'],
    ['from=2026-03-02&to=2026-03-01', 'to', 'The last day must not be before the first one.'],
    ['from=2025-03-01&to=2026-03-02', 'to', 'Choose at most 366 days.'],
    ['from=2026-03-01&to=2026-04-01', 'to', '2026-04-01 is in the future.'],
    ['from=0000-01-01&to=0000-01-02', 'from', '“0000-01-01” is not a day.'],
    ['from=1000-01-01&to=1000-01-02', 'from', '“1000-01-01” is not a day.'], // the API has no days before
  ])('of %s say beside the field what is wrong, and show 30 days', async (query, field, words) => {
    vi.useFakeTimers({ now: new Date('2026-03-31T12:00:00Z') });
    expect((await load(query)).asked[0]).toBe('2026-03-02 2026-03-31');
    const html = await render(query);
    const [input = ''] = /<input[^>]+aria-invalid="true"[^>]*>/.exec(html) ?? [];
    const [, described] = /aria-describedby="(\S+)"/.exec(input) ?? [];
    expect(input).toContain(`name="${field}"`);
    expect(html).toContain(`role="alert" id="${described}"><span>${words}`);
  });

  it('stand in a plot, in a table and in a file', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-31T12:00:00Z') });
    const html = await render('days=7');
    expect(html).toContain('<title>31 Mar 2026: 1</title>');
    expect(html).toContain('aria-label="Downloads by day, 25 Mar 2026 to 31 Mar 2026.');
    expect(html).toContain('<th scope="row">2026-03-25</th><td>1</td><td>1</td>');
    expect(html).toContain('data:text/csv,day%2Cdownloads%0D%0A2026-03-25%2C1');
  });

  it('are listed by the properties that are known, the rest as one line', async () => {
    const html = await render('');
    const rows = [...html.matchAll(/<bdi>([^<]+)<\/bdi><\/div><span>(\d+)<\/span>/g)];
    const listed = rows.map(([, name, figure]) => `${name} ${figure}`);
    expect(listed.slice(9, 13)).toEqual(['App 9 11', 'Others 22', 'Italy 7', 'Unknown 2']);
    expect(listed.slice(13)).toEqual(['Other programs 8', 'Embedded 1']);
    expect(html).toContain('href="/numbers/method"');
  });

  it('are not drawn while there are none', async () => {
    const html = await render('', 0);
    expect(html).toContain('No downloads yet');
    expect(html).not.toContain('<rect');
    const past = await render('from=2026-02-20&to=2026-03-01', 0);
    expect(past).toContain('No downloads on these days');
  });

  it('are labelled if they are counted from redirects', async () => {
    expect(await render('', 1)).not.toContain('By redirect');
    expect(await render('', 1, [], 'redirects')).toContain('By redirect');
  });

  it('compare the newest episodes that have downloads at the same ages', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-31T12:00:00Z') });
    const html = await render('days=7');
    const table = html.slice(html.indexOf('numbers-ages'));
    expect(table).toContain(
      '/numbers?days=7" dir="auto">Low water</a></th><td>40</td><td>–</td><td>–</td>',
    );
    expect(table).toContain('Salt</a></th><td>20</td><td>1,030</td><td>1,100</td>');
    expect(table).not.toContain('Unheard');
    expect(table).toContain(
      'aria-label="Downloads of each episode, First 7 days. The axis ends at 2,000.',
    );
    expect(table).toContain('d="M0 100L1 95L24 0" stroke="var(--es-accent-rail)"');
  });

  it('list the figures of former hosts as theirs, newest first', async () => {
    const figure = (day: string, downloads: number, span: 'day' | 'month' = 'day') => ({
      ...{ day, downloads, span },
      host: 'Spreaker',
    });
    const month = figure('2026-03-01', 40, 'month');
    expect(await render('', 0, [month])).toContain('No downloads yet');
    const figures = [month, figure('2026-03-01', 2)];
    const html = await render('', 0, [...figures, figure('2026-03-02', 3)]);
    expect(html).toContain('<summary><bdi>Spreaker</bdi>, by day: 5</summary>');
    expect(html).toContain('<summary><bdi>Spreaker</bdi>, by month: 40</summary>');
    expect(html).toContain('<th scope="row">2026-03</th><td>40</td>');
    expect(html.indexOf('>2026-03-02<')).toBeLessThan(html.indexOf('>2026-03-01<'));
  });

  it('draw the days of former hosts apart from our own', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-31T12:00:00Z') });
    const figure = { day: '2026-03-31', span: 'day' as const, host: 'Spreaker', downloads: 3 };
    const month = { ...figure, span: 'month' as const, downloads: 99 };
    const html = await render('days=7', 1, [figure, { ...figure, host: 'Acast' }, month]);
    expect(html).toContain('<title>31 Mar 2026, Spreaker, Acast: 6</title>');
    expect(html).toContain('<title>31 Mar 2026: 1</title>');
    expect(html).toContain('The pale bars are the figures of Spreaker, Acast.');
    expect(html).toContain('<th scope="row">2026-03-31</th><td>1</td><td>1</td><td>6</td>');
    expect(html).toContain('day%2Cdownloads%2Chistory%0D%0A2026-03-25%2C1%2C0');
    expect(html).toContain('<dt>Downloads</dt><dd>2</dd>');
  });

  it('list the former hosts, each with a button that removes its figures', async () => {
    const html = await render('');
    expect(html).toContain('1,234 downloads <bdi>2024-01-01 – 2024-12-31</bdi>');
    expect(html).toContain('name="host" value="Old Radio"');
    expect(html).toContain('Remove all figures of Old Radio?');
  });

  it.each([
    [0, 1],
    [1, 1],
    [3, 3],
    [10, 10],
    [1_001, 2_000],
    [51, 60],
  ])('the axis of at most %i ends at %i', (most, top) => expect(roundUp(most)).toBe(top));
});
