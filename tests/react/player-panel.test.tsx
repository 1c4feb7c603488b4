// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import '../../src/react/queue-menu.tsx';
import { loadPanelList } from '../../src/react/panel-list.ts';
import { PlayerPanel, type PlayerPanelProps } from '../../src/react/player-panel.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const list = await loadPanelList('en');
const playlistUrl = 'https://api.test/show/2/episodes/playlist';
const chapters = ['Fog', 'Foghorn'].map((title, n) => ({
  starts_at: n * 90,
  ends_at: n === 0 ? 90 : null,
  title,
  url: n === 1 ? 'https://horns.test/' : null,
  image_url: null,
}));
const episode = fakeEpisode({
  chapters,
  description: '<p>Begins at <a data-seek="75" href="?t=75">1:15</a></p>',
});
const { api_url: stationUrl } = episode;

function setUp(snapshot = {}, props: PlayerPanelProps = {}) {
  const player = fakePlayer({ episode, currentId: 1, stationUrl, duration: 200, ...snapshot });
  renderWithPlayer(<PlayerPanel list={list} {...props} />, player);
  return player;
}
const withList = (last: number, more = {}) => {
  const playlist = itemsTo(last);
  return { playlist, upNext: playlist.slice(1), playlistUrl, ...more };
};
const optionsOf = (title: string) => screen.getByRole('button', { name: `Options for ${title}` });
const chooseFor = async (title: string, choice: string) => {
  fireEvent.click(optionsOf(title));
  fireEvent.click(await screen.findByRole('menuitem', { name: choice }));
};

const itemsTo = (last: number) =>
  Array.from({ length: last }, (_, n) => ({
    api_url: `https://api.test/v2/episodes/${n + 1}`,
    episode_id: n + 1,
    title: `Episode ${n + 1}`,
  }));
const rows = (name = /^Episode/) => screen.getAllByRole('button', { name });
const current = (among = rows()) =>
  among.filter((row) => row.getAttribute('aria-current') === 'true');
const choose = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));

describe('PlayerPanel', () => {
  it('names a chapter without a title by its number', () => {
    const untitled = chapters.map((chapter) => ({ ...chapter, title: '' }));
    setUp({ episode: fakeEpisode({ chapters: untitled }) });
    choose('Chapters');
    expect(screen.getByRole('button', { name: /Chapter 2$/ })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Link of Chapter 2' })).toBeDefined();
  });

  it('has the tabs that have something to show', () => {
    setUp();
    const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(tabs()).toEqual(['Chapters', 'Notes']);
    cleanup();
    setUp(withList(2, { queue: itemsTo(2).slice(1) }));
    expect(tabs()).toEqual(['Episodes', 'Chapters', 'Notes', 'Up next (1)']);
  });

  it('takes the focus from what it replaces, and not again when it closes', () => {
    function Closable() {
      const [isOpen, setOpen] = useState(true);
      return (
        <>
          <button type="button" onClick={() => setOpen(false)}>
            Panel
          </button>
          <PlayerPanel takesFocus onClose={isOpen ? () => {} : undefined} />
        </>
      );
    }
    renderWithPlayer(
      <Closable />,
      fakePlayer({ episode, currentId: 1, stationUrl, duration: 200 }),
    );
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Chapters' }));
    const opener = screen.getByRole('button', { name: 'Panel' });
    opener.focus();
    fireEvent.click(opener);
    expect(document.activeElement).toBe(opener);
  });

  it('lists the loaded episodes, marks the current one, and plays one on click', async () => {
    const player = setUp({ playlist: itemsTo(2), playlistUrl });
    expect(current()).toEqual([rows()[0]]);
    fireEvent.click(rows()[1] as HTMLElement);
    expect(player.toggle).toHaveBeenCalledExactlyOnceWith({
      episode_id: 2,
      station_url: 'https://api.test/v2/episodes/2',
      playlist_url: playlistUrl,
    });
    player.set({ playlist: itemsTo(4), stationUrl: 'https://api.test/v2/episodes/3' });
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(current()).toEqual([rows()[2]]);
  });

  it('puts an episode into the queue from its row, and gives the focus back', async () => {
    const player = setUp(withList(3));
    expect(screen.queryByRole('button', { name: 'Options for Episode 1' })).toBeNull();
    await chooseFor('Episode 3', 'Play next');
    expect(player.playNext).toHaveBeenCalledExactlyOnceWith(itemsTo(3)[2]);
    expect(document.activeElement).toBe(optionsOf('Episode 3'));
    await chooseFor('Episode 2', 'Add to queue');
    expect(player.addToQueue).toHaveBeenCalledExactlyOnceWith(itemsTo(3)[1]);
  });

  it('moves and removes episodes of the queue', async () => {
    const [, second, third] = itemsTo(3);
    const queue = [third, second];
    const player = setUp(withList(3, { queue, upNext: queue }));
    choose('Up next (2)');
    await chooseFor('Episode 2', 'Move up');
    expect(player.moveInQueue).toHaveBeenCalledExactlyOnceWith(2, 0);
    await chooseFor('Episode 3', 'Remove from queue');
    expect(player.removeFromQueue).toHaveBeenCalledExactlyOnceWith(3);
    expect(document.activeElement).toBe(optionsOf('Episode 2'));
  });

  it('keeps the focus when a row of the rest joins the queue', async () => {
    const player = setUp(withList(2));
    choose('Up next');
    await chooseFor('Episode 2', 'Play next');
    expect(player.playNext).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Up next' }));
  });

  it('shows date, season, number and length of an episode', () => {
    const facts = { published_at: '2026-03-03T23:30:00.000Z', season: 2, episode_number: 7 };
    setUp({ playlist: [{ ...itemsTo(1)[0], ...facts, duration: 3700 }], playlistUrl });
    expect(screen.getByText('3 Mar 2026 · S2 E7 · 1 h 2 min')).toBeTruthy();
  });

  it('requests the next page near the end of the list', () => {
    const player = setUp({ playlist: itemsTo(50), playlistUrl });
    const box = screen.getByRole('tabpanel');
    const list = screen.getByRole('list', { name: 'Episodes' });
    const scrollTo = (below: number) => {
      list.getBoundingClientRect = () => ({ bottom: window.innerHeight + below }) as DOMRect;
      fireEvent.scroll(box);
    };
    scrollTo(600);
    expect(player.loadMore).not.toHaveBeenCalled();
    scrollTo(300);
    expect(player.loadMore).toHaveBeenCalledOnce();
  });

  it('shows the title of a current episode that is on no loaded page', () => {
    setUp({ playlist: [{ api_url: episode.api_url }], playlistUrl });
    expect(screen.getByRole('listitem').textContent).toBe('Letters from the lighthouse');
  });

  it('marks the chapter that plays, and plays from the start of one', async () => {
    const player = setUp({ chapter: chapters[0] });
    expect(current(rows(/Fog/)).map(({ textContent }) => textContent)).toEqual(['0:00Fog']);
    fireEvent.click(rows(/Foghorn/)[0] as HTMLElement);
    expect(player.seek).toHaveBeenCalledExactlyOnceWith(90);
    expect(player.play).toHaveBeenCalledOnce();
    player.set({ chapter: chapters[1] ?? null });
    await waitFor(() => expect(current(rows(/Fog/))[0]?.textContent).toBe('1:30Foghorn'));
    expect(screen.getByRole('link', { name: 'Link of Foghorn' })).toBeTruthy();
  });

  it('plays from a time in the notes', async () => {
    const player = setUp();
    choose('Notes');
    fireEvent.click(await screen.findByText('1:15'));
    expect(player.seek).toHaveBeenCalledExactlyOnceWith(75);
    expect(player.play).toHaveBeenCalledOnce();
  });

  it('loads notes that the page has left out', async () => {
    const load = vi.fn(async () => '<p>Late</p>');
    const late = { episodeId: 1, load };
    setUp({ episode: fakeEpisode({ description: '' }) }, { late });
    expect(await screen.findByText('Late')).toBeTruthy();
    expect(load).toHaveBeenCalledExactlyOnceWith(stationUrl);
  });

  it('says that notes did not arrive', async () => {
    const late = { episodeId: 1, load: () => Promise.reject(new Error('offline')) };
    setUp({ episode: fakeEpisode({ description: '' }) }, { late });
    expect(await screen.findByText(/network error/)).toBeTruthy();
  });

  describe('with a transcript', () => {
    const transcript = {
      url: 'https://site.test/media/episodes/1/transcript.json',
      language: 'en',
    };
    const segments = ['The fog', 'came in', 'at noon.'].map((body, n) => ({
      ...(n < 2 ? { speaker: 'Ada' } : {}),
      startTime: n * 10,
      endTime: n * 10 + 9,
      body,
    }));
    const spoken = () => document.querySelector('.es-reader-box [aria-current="true"]');

    function openTranscript(answer = Response.json({ segments })) {
      const fetched = vi.fn(async () => answer);
      vi.stubGlobal('fetch', fetched);
      const player = setUp({ episode: fakeEpisode({ transcript }), currentTime: 1 });
      expect(fetched).not.toHaveBeenCalled();
      choose('Transcript');
      return { ...player, fetched };
    }

    it('loads it when its tab opens, follows what is said, and plays from a word', async () => {
      const { set, seek, fetched } = openTranscript();
      expect(await screen.findByText('Ada:')).toBeTruthy();
      expect(fetched.mock.calls[0]).toEqual([transcript.url, expect.anything()]);
      await waitFor(() => expect(spoken()?.textContent).toBe('The fog'));
      set({ currentTime: 10 });
      expect(spoken()?.textContent).toBe('came in');
      fireEvent.click(screen.getByText('at noon.'));
      expect(seek).toHaveBeenCalledWith(20);
      fireEvent.click(screen.getByRole('button', { name: 'Play from 0:00' }));
      expect(seek).toHaveBeenLastCalledWith(0);
    });

    it('stops following when the listener scrolls, until they ask for it', async () => {
      openTranscript();
      await waitFor(() => expect(spoken()).not.toBeNull());
      fireEvent.wheel(screen.getByText('came in'));
      const follow = screen.getByRole('button', { name: 'Back to what is said now' });
      fireEvent.click(follow);
      expect(follow.isConnected).toBe(false);
    });

    it('searches behind a button, which gets the focus back', async () => {
      openTranscript();
      const opener = await screen.findByRole('button', { name: 'Search the transcript' });
      fireEvent.click(opener);
      const field = screen.getByRole('searchbox');
      expect(document.activeElement).toBe(field);
      fireEvent.input(field, { target: { value: 'FOG came' } });
      expect(screen.getByRole('status').textContent).toBe('1 of 1');
      expect(document.querySelectorAll('[data-found]')).toHaveLength(2);
      fireEvent.keyDown(field, { key: 'Escape' });
      expect(document.activeElement).toBe(opener);
      expect(document.querySelector('[data-found]')).toBeNull();
    });

    it('says that it did not arrive', async () => {
      openTranscript(new Response('', { status: 404 }));
      expect(await screen.findByText(/network error/)).toBeTruthy();
    });
  });
});
