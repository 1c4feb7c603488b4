import type { Dashboard, DashboardShow, Show } from 'earshot/contract';
import { PlayerProvider } from 'earshot/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { Page } from '../../src/pages/dashboard/page.tsx';
import { dashboardPage } from '../../src/pages/dashboard/server.ts';
import { SiteProvider } from '../../src/site-context.tsx';

const SHOW = { show_id: 7, title: 'Tidewater', episode_count: 6, image_url: '/cover.jpg' } as Show;

const NOTHING: Dashboard = { shows: [], next: null, drafts: [], messages: [] };

const LATEST = {
  episode_id: 12,
  title: 'Ebb',
  published_at: '2026-03-28T06:00:00Z',
  hours: 75,
  downloads: 140,
  before: { episodes: 5, median: 120.5 },
};

const figuresOf = (fields: Partial<DashboardShow>): Dashboard => ({
  ...NOTHING,
  shows: [
    {
      show_id: 7,
      title: 'Tidewater',
      latest: null,
      downloads: {
        total: 1_120,
        before: 1_000,
        days: [{ day: '2026-03-31', downloads: 1_120, before: 1_000 }],
      },
      ...fields,
    },
  ],
});

interface Seen {
  shows?: Show[];
  shared?: Show[];
  look?: Dashboard | null;
}

async function render({ shows = [SHOW], shared = [], look = NOTHING }: Seen): Promise<string> {
  const texts = await loadTexts('en');
  const config = { API_CULTURE: 'en', SITE_URL: 'https://bells.example' } as never;
  return renderToStaticMarkup(
    <SiteProvider config={config} texts={texts}>
      <PlayerProvider player={null} messages={{} as never}>
        <Page
          shows={{ items: shows, next_url: null }}
          shared={shared}
          look={look}
          deletedId={null}
        />
      </PlayerProvider>
    </SiteProvider>,
  );
}

/** The words of a page, without its marks. */
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('the dashboard', () => {
  it('asks for figures on the first page of shows only', async () => {
    const load = async (query: string) => {
      const asked: string[] = [];
      const get = async (route: string) => {
        asked.push(route);
        return { items: [] };
      };
      const listOwnShows = async () => ({ items: [], next_url: null });
      await dashboardPage.load({
        config: { USER: { user_id: 1 } },
        data: { listOwnShows },
        api: { get },
        query: new URLSearchParams(query),
        t: () => '',
      } as never);
      return asked.includes('dashboard');
    };
    expect([await load(''), await load('cursor=x')]).toEqual([true, false]);
  });

  it('shows the downloads of a show in figures, in a plot, and as a link to its numbers', async () => {
    const html = await render({ look: figuresOf({}) });
    expect(html).toMatch(
      /<a [^>]*href="\/dashboard\/shows\/7\/numbers">1,120 downloads in 30 days/,
    );
    expect(wordsOf(html)).toContain('+12% against the 30 days before (1,000)');
    expect(html).toContain('aria-label="Downloads by day, 31 Mar 2026 to 31 Mar 2026.');
  });

  it('says when the first figures come', async () => {
    const empty = figuresOf({ downloads: { total: 0, before: 0, days: [] } });
    expect(await render({ look: empty })).toContain('The first figures appear within an hour');
    const unpublished = { ...SHOW, episode_count: 0 };
    expect(await render({ shows: [unpublished], look: empty })).not.toContain('first figures');
  });

  it.each([
    [{}, 'Ebb 3 days old 140 downloads The 5 before it had 120.5 at that age (median).'],
    [
      { hours: 47, before: { episodes: 1, median: 9 } },
      'Ebb 47 hours old 140 downloads The one before it had 9 at that age.',
    ],
    [{ hours: 1, downloads: 1, before: null }, 'Ebb 1 hour old 1 download'],
    [{ hours: 720, before: null }, 'Ebb in its first 30 days 140 downloads'],
    [{ hours: 0, before: null }, 'Ebb Its first figures come within two hours.'],
  ])('compares the newest episode: %j', async (fields, words) => {
    const look = figuresOf({ latest: { ...LATEST, ...fields } });
    expect(wordsOf(await render({ look }))).toContain(words);
  });

  it('names what is next, with drafts and comments', async () => {
    const next = {
      episode_id: 13,
      title: 'Flood',
      show_id: 7,
      show_title: 'Tidewater',
      published_at: '2026-04-04T06:00:00Z',
    };
    const message = {
      message_id: 1,
      episode_id: 12,
      user: null,
      text: 'More!',
      at: null,
      created_at: '2026-03-31T06:00:00Z',
      episode_title: 'Ebb',
      show_title: 'Tidewater',
    };
    const drafts = [{ show_id: 7, show_title: 'Tidewater', count: 2 }];
    const html = await render({ look: { ...NOTHING, next, drafts, messages: [message] } });
    expect(wordsOf(html)).toContain('Flood Saturday, 4 Apr 2026, 6:00 (UTC)');
    expect(html).toMatch(/href="\/dashboard\/shows\/7\?state=draft">2 drafts</);
    expect(html).toContain('href="/dashboard/episodes/12/messages"');
    expect(wordsOf(html)).toContain('A deleted account : More!');
  });

  it('is the page to begin with for an author without shows', async () => {
    const html = await render({ shows: [] });
    expect(html).toContain('Put your first show on air');
    expect(html).not.toContain('What is next');
  });

  it('shows the figures of shared shows, and how to leave them', async () => {
    const html = await render({ shows: [], shared: [SHOW], look: figuresOf({}) });
    expect(wordsOf(html)).toMatch(/Shows that you edit .* 1,120 downloads in 30 days .* Leave/);
  });
});
