import { describe, expect, it, vi } from 'vitest';
import { PLAYLIST_UPDATE_MS } from '../../../src/contract/limits.ts';
import type { PlaylistFeed } from '../../../src/contract/playlists.ts';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import { API, FEED, items, page, target, testPlayer } from '../../helpers/test-player.ts';

fakeTime();

const listed = (id: number) => target(id, { playlist_url: FEED });
const ids = (list: readonly { api_url: string }[]) =>
  list.map(({ api_url }) => Number(/\d+$/.exec(api_url)?.[0]));

describe('playlist navigation', () => {
  it('goes forward and back through the history, and plays if it was playing', async () => {
    const { player, sound, state, listen } = testPlayer({ feeds: { [FEED]: page([1, 2, 3]) } });
    await listen(listed(1));
    expect([state().hasPrev, state().hasNext]).toEqual([false, true]);
    player.next();
    await settle();
    player.next();
    await settle();
    expect([state().currentId, state().hasPrev, state().hasNext]).toEqual([3, true, false]);
    player.next();
    expect(state().currentId).toBe(3);
    player.prev();
    await settle();
    expect([state().currentId, sound.url, sound.isPlaying]).toEqual([2, '2.mp3', true]);
    player.pause();
    player.prev();
    await settle();
    expect([state().currentId, sound.isPlaying, state().state]).toEqual([1, false, 'loaded']);
    player.prev();
    expect(state().currentId).toBe(1);
    player.destroy();
  });

  it('follows next_url from page to page while episodes end', async () => {
    const feeds = {
      [FEED]: page([1, 2], `${FEED}?page=2`),
      [`${FEED}?page=2`]: page([3, 4, 5], `${FEED}?page=3`),
      [`${FEED}?page=3`]: page([6]),
    };
    const { player, sound, state, listen } = testPlayer({ feeds });
    await listen(listed(1));
    const heard = [1];
    player.on('episodechange', ({ episode }) => heard.push(episode.episode_id));
    while (state().hasNext) {
      sound.end();
      await settle();
      sound.start(100);
    }
    sound.end();
    expect([heard, state().state]).toEqual([[1, 2, 3, 4, 5, 6], 'ended']);
    player.destroy();
  });

  it('finds the episode that a button named on a later page', async () => {
    const feeds = { [FEED]: page([1, 2], `${FEED}?2`), [`${FEED}?2`]: page([3, 4]) };
    const { player, state } = testPlayer({ feeds });
    player.load(listed(3));
    await settle();
    expect(ids(state().playlist)).toEqual([1, 2, 3, 4]);
    expect([state().hasPrev, state().hasNext]).toEqual([true, true]);
    player.destroy();
  });

  it('moves within the list that is known already, without asking for it again', async () => {
    const { player, state, loadPlaylist } = testPlayer({ feeds: { [FEED]: page([1, 2, 3, 4]) } });
    player.load(listed(1));
    await settle();
    const { playlist } = state();
    player.toggle(listed(4));
    await settle();
    expect([state().currentId, state().hasNext, loadPlaylist.mock.calls.length]).toEqual([
      4,
      false,
      1,
    ]);
    expect(state().playlist).toBe(playlist);
    player.destroy();
  });

  it('takes the list that a button of the same episode names', async () => {
    const { player, sound, state, listen } = testPlayer({ feeds: { [FEED]: page([1, 2]) } });
    await listen();
    player.load(listed(1));
    await settle();
    expect([state().hasNext, state().playlistUrl, sound.isPlaying]).toEqual([true, FEED, true]);
    player.load(target(1, { offset_start: 5 }));
    expect(state().playlistUrl).toBe(FEED);
    player.destroy();
  });

  it.each(['comes', 'fails'])(
    'drops a list for another, also where its page %s later',
    async (how) => {
      let answer = (_: PlaylistFeed) => {};
      let refuse = (_: Error) => {};
      const { player, state } = testPlayer({
        loadPlaylist: (url) =>
          url === FEED
            ? new Promise((...settle) => {
                [answer, refuse] = settle;
              })
            : Promise.resolve(page([5, 6])),
      });
      player.load(listed(1));
      player.load(target(5, { playlist_url: 'other' }));
      await settle();
      expect(ids(state().playlist)).toEqual([5, 6]);
      if (how === 'comes') answer(page([1, 8, 9]));
      else refuse(new Error('late'));
      await pass(60);
      expect(ids(state().playlist)).toEqual([5, 6]);
      player.destroy();
    },
  );
});

describe('a page that arrives while another episode is chosen', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])('stays out of its list (%s steps later)', async (steps) => {
    let answer = (_: PlaylistFeed) => {};
    const loadPlaylist = () => new Promise<PlaylistFeed>((resolve) => (answer = resolve));
    const { player, state } = testPlayer({ loadPlaylist });
    player.load(listed(1));
    answer(page([1, 2, 3]));
    for (let step = 0; step < steps; step += 1) await null;
    player.load(target(5));
    await settle();
    expect(ids(state().playlist)).toEqual([5]);
    player.destroy();
  });
});

describe('a page that is empty, wrong or repeated, or that fails', () => {
  it('goes past an empty page', async () => {
    const feeds = {
      [FEED]: page([1], `${FEED}?2`),
      [`${FEED}?2`]: page([], `${FEED}?3`),
      [`${FEED}?3`]: page([2]),
    };
    const { player, state } = testPlayer({ feeds });
    player.load(listed(1));
    await settle();
    expect(ids(state().playlist)).toEqual([1, 2]);
    player.destroy();
  });

  it('plays the next episode once its page has come, also when the episode has ended by then', async () => {
    const feeds: Parameters<typeof testPlayer>[0] = {
      feeds: { [FEED]: page([1], `${FEED}?2`), [`${FEED}?2`]: new Error('down') },
    };
    const { player, sound, state, listen } = testPlayer(feeds);
    await listen(listed(1));
    sound.end();
    await settle();
    expect(state()).toMatchObject({ state: 'ended', currentId: 1 });
    if (feeds.feeds) feeds.feeds[`${FEED}?2`] = page([2]);
    await pass(2);
    expect([state().currentId, sound.url, sound.isPlaying]).toEqual([2, '2.mp3', true]);
    player.destroy();
  });

  it('waits no more once the listener has done something else', async () => {
    const feeds: Parameters<typeof testPlayer>[0] = {
      feeds: { [FEED]: page([1], `${FEED}?2`), [`${FEED}?2`]: new Error('down') },
    };
    const { player, sound, state, listen } = testPlayer(feeds);
    await listen(listed(1));
    sound.end();
    player.seek(10);
    if (feeds.feeds) feeds.feeds[`${FEED}?2`] = page([2]);
    await pass(60);
    expect([state().currentId, state().state]).toEqual([1, 'paused']);
    player.destroy();
  });

  it('asks again a few times, each time after longer, then only at the next move', async () => {
    const { player, loadPlaylist, state } = testPlayer({ feeds: { [FEED]: new Error('down') } });
    player.load(listed(1));
    const times: number[] = [];
    for (let second = 0; second < 600; second++) {
      const before = loadPlaylist.mock.calls.length;
      await pass(1);
      if (loadPlaylist.mock.calls.length > before) times.push(second + 1);
    }
    expect([times, vi.getTimerCount()]).toEqual([[1, 3, 7, 15, 31], 0]);
    player.next();
    expect(loadPlaylist).toHaveBeenCalledTimes(7);
    await pass(1); // and from there as before
    expect(loadPlaylist).toHaveBeenCalledTimes(8);
    expect(state().state).toBe('loaded');
    player.destroy();
  });

  it('ends a feed that leads back to itself, and holds each episode once', async () => {
    const feeds = {
      [FEED]: page([1, 2], `${FEED}?2`),
      [`${FEED}?2`]: page([2, 1], FEED),
    };
    const { player, state, loadPlaylist } = testPlayer({ feeds });
    player.load(listed(1));
    await settle();
    expect([ids(state().playlist), loadPlaylist.mock.calls.length]).toEqual([[1, 2], 2]);
    player.destroy();
  });

  it.each([
    ['HTML', '<html>'],
    ['nothing', null],
    ['no list', { playlist: { items: 'none', next_url: 5 } }],
    ['no playlist', { items: [] }],
  ])('is ignored if it is %s', async (_, answer) => {
    const { player, state } = testPlayer({ loadPlaylist: async () => answer as never });
    player.load(listed(1));
    await settle();
    expect(state()).toMatchObject({ state: 'loaded', hasNext: false, error: null });
    expect(ids(state().playlist)).toEqual([1]);
    player.destroy();
  });

  it('skips items without an episode, and fields that are not texts', async () => {
    const odd = [null, 5, {}, { api_url: 'https://x/shows/3' }, { api_url: 7 }] as never[];
    const two = { api_url: `${API}/2`, title: {} as never, duration: 'long' as never };
    const feed = { playlist: { items: [...odd, ...items(1), two], next_url: null } };
    const { player, state } = testPlayer({ feeds: { [FEED]: feed } });
    player.load(listed(1));
    await settle();
    expect(state().playlist).toEqual(items(1, 2));
    player.destroy();
  });
});

describe('loop, continuous and autoupdate', () => {
  it('continuous, as from the beginning, plays the next; without it the end is the end', async () => {
    const { player, sound, state, listen } = testPlayer({ feeds: { [FEED]: page([1, 2]) } });
    player.setContinuous(false);
    await listen(listed(1));
    sound.end();
    await settle();
    expect(state()).toMatchObject({ state: 'ended', currentId: 1, hasNext: true });
    player.destroy();
  });

  it('loop begins the list again after its last episode', async () => {
    const { player, sound, state, listen } = testPlayer({ feeds: { [FEED]: page([1, 2]) } });
    player.setLoop(true);
    await listen(listed(2));
    expect([player.getLoop(), state().hasNext]).toEqual([true, true]);
    sound.end();
    await settle();
    expect([state().currentId, sound.url, sound.isPlaying]).toEqual([1, '1.mp3', true]);
    player.next();
    player.next();
    await settle();
    expect(state().currentId).toBe(1);
    player.destroy();
  });

  it.each([
    ['without a list', true, target(1)],
    ['not played continuously', false, listed(1)],
  ])('loop begins an episode again that is %s', async (_, isContinuous, asked) => {
    const { player, sound, state, listen } = testPlayer({ feeds: { [FEED]: page([1, 2]) } });
    player.setLoop(true);
    player.setContinuous(isContinuous);
    await listen(asked);
    sound.end();
    await settle();
    expect([state().currentId, sound.fileTime, sound.isPlaying]).toEqual([1, 0, true]);
    player.destroy();
  });

  it('loop begins again even if the last page never comes', async () => {
    const feeds = { [FEED]: page([1, 2], `${FEED}?2`), [`${FEED}?2`]: new Error('down') };
    const { player, sound, state, listen } = testPlayer({ feeds });
    player.setLoop(true);
    await listen(listed(2));
    await pass(5);
    sound.end();
    await pass(40);
    expect([state().currentId, sound.isPlaying]).toEqual([1, true]);
    player.destroy();
  });

  it('autoupdate looks at the head of the feed every five minutes, and puts new episodes next', async () => {
    const feeds: Record<string, ReturnType<typeof page> | Error> = { [FEED]: page([5, 4, 3]) };
    const { player, state, loadPlaylist } = testPlayer({ feeds });
    player.load(listed(5));
    player.setAutoupdate(true);
    await vi.dynamicImportSettled();
    await settle();
    feeds[FEED] = page([7, 6, 5, 4, 3]);
    await pass(PLAYLIST_UPDATE_MS / 1000 - 1);
    expect([PLAYLIST_UPDATE_MS, loadPlaylist.mock.calls.length]).toEqual([300_000, 1]);
    await pass(1);
    expect(ids(state().playlist)).toEqual([5, 7, 6, 4, 3]);
    feeds[FEED] = new Error('down');
    await pass(300);
    expect([ids(state().playlist), state().error]).toEqual([[5, 7, 6, 4, 3], null]);
    player.setAutoupdate(false);
    await pass(3600);
    expect(loadPlaylist).toHaveBeenCalledTimes(3);
    player.destroy();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a playlist of 10,000 items', () => {
  it('is one list that no move copies, however many pages it came in', async () => {
    const pageOf = (at: number) =>
      page(
        Array.from({ length: 100 }, (_, index) => at * 100 + index + 1),
        at < 99 ? String(at + 1) : null,
      );
    const { player, state, sound } = testPlayer({
      loadPlaylist: async (url) => pageOf(Number(url)),
    });
    // The last of all: its position is known only after every page has arrived.
    player.load(target(10_000, { playlist_url: '0' }), { autoplay: true });
    await settle();
    const { playlist } = state();
    expect([playlist.length, state().hasPrev, state().hasNext]).toEqual([10_000, true, false]);
    for (let step = 0; step < 200; step++) player.prev();
    await settle();
    expect([state().currentId, sound.url]).toEqual([9_800, '9800.mp3']);
    expect(state().playlist).toBe(playlist);
    player.destroy();
  });
});
