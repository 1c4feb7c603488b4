// @vitest-environment happy-dom
import type { Episode } from 'earshot/contract';
import { PlayerProvider } from 'earshot/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Page } from '../../src/pages/edit-episode/page.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

const EPISODE = {
  episode_id: 7,
  show_id: 3,
  title: 'Low tide',
  description: '',
  tags: [],
  permalink: 'low-tide',
  site_url: 'https://pod.example/ada/low-tide',
  http_url: '',
  published_at: '2999-01-01T00:00:00.000Z',
} as unknown as Episode;

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => localStorage.clear());

/** Opens the page, chooses who can hear the episode and presses Save. Returns what the API received. */
async function saveVisibility(episode: Partial<Episode>, visibility: string) {
  const sent: [route: string, payload: object][] = [];
  const client = {
    api: { put: async (route: string, payload: object) => sent.push([route, payload]) },
    session: { user: null },
    refresh: async () => {},
    notify() {},
  } as unknown as SiteClient;
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const page = (
    <PlayerProvider player={null} messages={{} as never}>
      <Page episode={{ ...EPISODE, ...episode }} media={null} preflight={[]} />
    </PlayerProvider>
  );
  await act(async () =>
    createRoot(container).render(
      pageWith(page, {
        client,
        texts: { site: { date_locale: 'en' }, studio: {}, notes: {}, feed: {} },
      }),
    ),
  );
  const options = [...container.querySelectorAll<HTMLOptionElement>('.studio-side option')];
  const option = options.find(({ value }) => value === visibility);
  await act(async () => {
    if (option) option.selected = true;
    option?.parentElement?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await act(async () => container.querySelector('form')?.requestSubmit());
  return sent;
}

describe('the page of an episode', () => {
  it('saves who can hear it', async () => {
    const episode = { state: 'published', visibility: 'public' } as const;
    expect(await saveVisibility(episode, 'private')).toEqual([
      ['episode_publish', { episode_id: 7, visibility: 'private', published_at: null }],
    ]);
  });

  it('keeps the time of a scheduled one', async () => {
    const episode = { state: 'scheduled', visibility: 'public' } as const;
    const { published_at } = EPISODE;
    expect(await saveVisibility(episode, 'unlisted')).toEqual([
      ['episode_publish', { episode_id: 7, visibility: 'unlisted', published_at }],
    ]);
  });
});
