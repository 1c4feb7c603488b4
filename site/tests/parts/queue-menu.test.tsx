// @vitest-environment happy-dom
import { listeningProgress, type Player } from 'earshot';
import type { EpisodeBrief } from 'earshot/contract';
import { PlayerProvider } from 'earshot/react';
import type { SiteConfig } from 'earshot-site/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakePlayer } from '../../../tests/helpers/fake-player.ts';
import { site } from '../../src/i18n/en.json';
import { EpisodeRow } from '../../src/parts/episode-row.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { SiteProvider, type SiteTexts } from '../../src/site-context.tsx';

const config = {
  API_CULTURE: 'en',
  API_URL: 'https://site.test/api',
  SITE_URL: 'https://site.test',
} as SiteConfig;

const EPISODE = {
  episode_id: 7,
  show_id: 3,
  title: 'Ebb',
  api_url: 'https://site.test/api/v2/episodes/7',
  site_url: 'https://site.test/user/ann/ebb',
  show_title: 'Harbour',
  show_permalink: 'harbour',
  duration: 1800,
  published_at: null,
  season: null,
  episode_number: null,
  http_url: 'https://site.test/media/ebb.mp3',
  download_url: 'https://site.test/media/ebb.mp3?download',
} as EpisodeBrief;

let root: Root;
const main = document.createElement('main');

async function open(
  overrides: Partial<EpisodeBrief> = {},
  isOnShow = false,
  player: Player | null = null,
  client: SiteClient | null = null,
) {
  await act(async () =>
    root.render(
      <SiteProvider config={config} texts={{ site } as SiteTexts} client={client}>
        <PlayerProvider player={player}>
          <ol>
            <EpisodeRow episode={{ ...EPISODE, ...overrides }} isOnShow={isOnShow} />
          </ol>
        </PlayerProvider>
      </SiteProvider>,
    ),
  );
  await press();
}

/** Presses the button of the menu. */
async function press() {
  const button = main.querySelector<HTMLElement>('.site-options');
  await act(async () => button?.click());
  await vi.waitFor(async () => {
    await act(async () => {}); // the code of the menu arrives later
    expect(items().length).toBeGreaterThan(0);
  });
}

const items = () => [...main.querySelectorAll<HTMLElement>('[role=menuitem]')];
const names = () => items().map(({ textContent }) => textContent);
const item = (name: string) => items().find(({ textContent }) => textContent === name);
const choose = (name: string) => act(async () => item(name)?.click());

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.clear();
  document.body.replaceChildren(main);
  root = createRoot(main);
});
afterEach(() => act(async () => root.unmount()));

it('has what a listener can do with the episode of a row, with one stop for the Tab key', async () => {
  await open();
  expect(names()).toEqual([
    'Play next',
    'Add to queue',
    'Mark as played',
    'Share',
    'Go to show',
    'Download',
    'Report',
  ]);
  expect(items().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  expect(item('Go to show')?.getAttribute('href')).toBe('https://site.test/show/harbour');
  const download = item('Download');
  expect(download?.getAttribute('href')).toBe(EPISODE.download_url);
  expect([download?.hasAttribute('download'), download?.getAttribute('target')]).toEqual([
    true,
    null,
  ]);
});

it.each([
  ['no download if the show allows none', { download_url: null }, false, 'Download'],
  ['no way to the show on its own page', {}, true, 'Go to show'],
  ['no mark for a live episode, which has no end', { type: 'LIVE' }, false, 'Mark as played'],
] as const)('has %s', async (_, overrides, isOnShow, absent) => {
  await open(overrides, isOnShow);
  expect(names()).toContain('Share');
  expect(names()).not.toContain(absent);
});

it('has nothing for the queue while the episode is the current one', async () => {
  const player = fakePlayer({ currentId: 7, stationUrl: EPISODE.api_url });
  await open({}, false, player);
  expect(names()).toEqual(['Mark as played', 'Share', 'Go to show', 'Download', 'Report']);
  await act(async () =>
    player.set({ currentId: 8, stationUrl: 'https://site.test/api/v2/episodes/8' }),
  );
  expect(names()).toContain('Add to queue');
});

it('opens a file of another host beside the page, which may be playing', async () => {
  await open({ download_url: EPISODE.http_url });
  expect(item('Download')?.getAttribute('target')).toBe('_blank');
});

it('marks as played and back, shows it in the row, and returns the focus', async () => {
  listeningProgress().save(7, 600, 1800);
  await open();
  expect(main.textContent).toContain('20 min left');
  await choose('Mark as played');
  expect(main.querySelector('.site-heard')?.textContent).toBe('Played');
  expect(document.activeElement).toBe(main.querySelector('.site-options'));
  expect(items()).toEqual([]);
  await press();
  await choose('Mark as not played');
  expect(main.querySelector('.site-heard')).toBeNull();
  expect(listeningProgress().get(7)).toBeNull();
});

it('shares by the dialog of the page', async () => {
  const shared = vi.fn((event: Event) => (event as CustomEvent).detail);
  document.addEventListener('embed.open', shared);
  await open();
  await choose('Share');
  expect(shared).toHaveReturnedWith(
    expect.objectContaining({ resource: 'episode', episode_id: 7, url: EPISODE.site_url }),
  );
  document.removeEventListener('embed.open', shared);
});

const OTHER = { api_url: 'https://site.test/api/v2/episodes/8', episode_id: 8, title: 'Flow' };
const WITH_OTHER = { currentId: 8, stationUrl: OTHER.api_url };

it.each([
  ['Play next', 'the queue with it', WITH_OTHER, 'Plays next: Ebb'],
  ['Add to queue', 'the queue with it', WITH_OTHER, 'Added to queue: Ebb'],
  [
    'Add to queue',
    'a full queue that did not take it',
    { ...WITH_OTHER, queue: [OTHER] },
    'The queue is full. Remove an episode from it, then add Ebb again.',
  ],
  ['Add to queue', 'a player without an episode, which loads it', {}, null],
])('after "%s" tells of %s', async (choice, _, snapshot, notice) => {
  const notify = vi.fn();
  const player = fakePlayer(snapshot);
  const queue = [{ ...OTHER, episode_id: 7, api_url: EPISODE.api_url }];
  const take = async () => {
    if (!player.getSnapshot().queue.length) player.set({ queue });
  };
  player.playNext.mockImplementation(take);
  player.addToQueue.mockImplementation(take);
  await open({}, false, player, { notify } as unknown as SiteClient);
  await choose(choice);
  expect(notify.mock.calls).toEqual(notice ? [[notice]] : []);
});
