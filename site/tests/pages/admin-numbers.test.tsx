import { PlayerProvider } from 'earshot/react';
import type { HostNumbers } from 'earshot-site/contract';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { Page } from '../../src/pages/admin-numbers/page.tsx';
import { adminNumbersPage } from '../../src/pages/admin-numbers/server.ts';
import type { LoadedPage } from '../../src/pages/site-page.tsx';
import { SiteProvider } from '../../src/site-context.tsx';

const NO_DAY = { requests: 0, bytes: 0, bot_requests: 0, bot_bytes: 0, downloads: 0 };
const DAY = { requests: 8, bytes: 4e9, bot_requests: 2, bot_bytes: 1e9, downloads: 3 };
const NUMBERS: HostNumbers = {
  days: [
    { ...NO_DAY, day: '2026-03-30' },
    { ...DAY, day: '2026-03-31' },
  ],
  before: [
    { ...DAY, day: '2026-03-28' },
    { ...NO_DAY, day: '2026-03-29' },
  ],
  shows: [{ show_id: 7, title: 'Tidewater', requests: 8, bytes: 4e9, downloads: 3 }],
  bots: [{ name: 'FeedBot/2 <b>', requests: 2, bytes: 1e9 }],
  kinds: [{ kind: 'audio', files: 12, bytes: 5e12 }],
  largest: [{ show_id: 7, title: 'Tidewater', files: 12, bytes: 5e12 }],
  lost_requests: 0,
};

async function load(query: string, numbers = NUMBERS) {
  const asked: unknown[] = [];
  const get = async (_route: string, fields: unknown) => {
    asked.push(fields);
    return numbers;
  };
  const t = (key: string) => key;
  const request = { api: { get }, query: new URLSearchParams(query), t, textsOf: () => t };
  const page = await adminNumbersPage.load(request as never);
  return { asked, ...(page as LoadedPage<ComponentProps<typeof Page>>) };
}

async function render(numbers: Partial<HostNumbers> = {}): Promise<string> {
  const { props } = await load('', { ...NUMBERS, ...numbers });
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

describe('the numbers of the host', () => {
  it.each([
    ['', 30],
    ['days=7', 7],
    ['days=90', 90],
    ['days=365', 30],
  ])('with "%s" are those of %i days', async (query, days) =>
    expect((await load(query)).asked).toEqual([{ days }]),
  );

  it('stand in a plot, in a table and in a file', async () => {
    const html = await render();
    expect(html).toContain('<title>31 Mar 2026: 4 GB</title>');
    expect(html).toContain('aria-label="Audio sent by day, 30 Mar 2026 to 31 Mar 2026.');
    expect(html).toContain('<th scope="row">2026-03-30</th><td>0 MB</td><td>4 GB</td>');
    expect(html).toContain('data:text/csv,day%2Cbytes%0D%0A2026-03-30%2C0%0D%0A');
  });

  it('name the share of bots, the busiest shows and the storage', async () => {
    const html = await render();
    for (const fact of [
      '<dd>25%</dd>',
      'FeedBot/2 &lt;b&gt;',
      '/dashboard/shows/7/numbers',
      '5 TB',
    ])
      expect(html).toContain(fact);
    expect(html).not.toContain('could not be logged');
    expect(await render({ lost_requests: 1_200 })).toContain('1,200 audio requests could not');
  });

  it('are not drawn while there are none, but the storage is listed', async () => {
    const empty = { days: [], before: [], shows: [], bots: [] };
    const html = await render(empty);
    expect(html).toContain('No audio requests yet');
    expect(html).not.toContain('<rect');
    expect(html).toContain('5 TB');
  });
});
