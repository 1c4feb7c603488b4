import { describe, expect, it, vi } from 'vitest';
import { createPlaylistPlayer } from '../../../src/engine/players/playlist-player.ts';
import { snapshotOf } from '../../../src/engine/rules/snapshot.ts';
import { episodeIdOf } from '../../../src/engine/rules/station-url.ts';
import { fakeEpisode } from '../../helpers/fake-player.ts';
import { fakeSound } from '../../helpers/fake-sound.ts';

const target = (id: number, more = {}) => ({
  episode_id: id,
  station_url: `https://api.test/v2/episodes/${id}`,
  ...more,
});

function setUp(over: Partial<Parameters<typeof createPlaylistPlayer>[0]> = {}) {
  const { createSound, sound } = fakeSound();
  const loadEpisode = vi.fn(async (url: string) => {
    const id = episodeIdOf(url) ?? 0;
    return fakeEpisode({ episode_id: id, api_url: url, http_url: `${id}.mp3`, duration: 100 });
  });
  const loadPlaylist = vi.fn(async () => ({
    playlist: {
      items: [1, 2, 3].map((id) => ({ api_url: target(id).station_url })),
      next_url: null,
    },
  }));
  const player = createPlaylistPlayer({
    createSound,
    loadEpisode,
    episodeUrl: (id) => target(id).station_url,
    loadPlaylist,
    isSupported: true,
    ...over,
  });
  const state = () => player.getSnapshot();
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { player, sound, state, settle, loadEpisode, loadPlaylist };
}

describe('createPlaylistPlayer', () => {
  it('goes from an id to sound', async () => {
    const { player, sound, state, settle } = setUp();
    player.toggle(target(1));
    expect(state()).toMatchObject({ state: 'loading', playing: true, currentId: 1 });
    await settle();
    expect([sound.url, sound.isPlaying, state().state]).toEqual(['1.mp3', true, 'waiting']);
    sound.events.started();
    expect(state().state).toBe('playing');
    player.pause();
    expect([state().state, sound.isPlaying]).toEqual(['paused', false]);
    player.destroy();
  });

  it('queues seeks made before the episode is here, and the last one wins', async () => {
    const { player, sound, settle, loadEpisode, state } = setUp();
    player.load(target(1));
    player.seek(10);
    player.seek(42);
    await settle();
    expect(loadEpisode).toHaveBeenCalledTimes(1);
    expect(state().currentTime).toBe(42);
    player.play();
    expect(sound.fileTime).toBe(42);
    player.destroy();
  });

  it('is in error if the episode cannot be fetched, and tries again on play', async () => {
    const failing = vi.fn(async () =>
      Promise.reject(Object.assign(new Error('no'), { reason: 'NETWORK' })),
    );
    const { player, state, settle } = setUp({ loadEpisode: failing });
    player.toggle(target(1));
    await settle();
    expect(state()).toMatchObject({ state: 'error', playing: false, error: 'NETWORK' });
    player.play();
    expect(state()).toMatchObject({ state: 'loading', playing: true, error: null });
    await settle();
    expect(failing).toHaveBeenCalledTimes(2);
    player.destroy();
  });

  it('plays the next of the playlist when one has ended', async () => {
    const { player, sound, state, settle } = setUp();
    player.toggle(target(1, { playlist_url: 'https://api.test/list' }));
    await settle();
    sound.events.started();
    expect(state().hasNext).toBe(true);
    sound.events.ended();
    await settle();
    expect([state().currentId, sound.url, sound.isPlaying]).toEqual([2, '2.mp3', true]);
    expect(state().hasPrev).toBe(true);
    player.destroy();
  });

  it('adopts a first page that is here already without asking for it, and fetches more on demand', async () => {
    const { player, state, settle, loadPlaylist } = setUp();
    const items = [4, 5, 6, 7].map((id) => ({ api_url: target(id).station_url }));
    const episode = fakeEpisode({ episode_id: 4, api_url: target(4).station_url });
    const feed = { playlistUrl: '/list', playlist: { items, next_url: '/list?2' } };
    player.adopt(episode, feed);
    await settle();
    expect(loadPlaylist).not.toHaveBeenCalled();
    const painted = snapshotOf(episode, 0, feed);
    for (const snapshot of [state(), painted]) {
      expect(snapshot).toMatchObject({ playlist: items, hasPrev: false, hasNext: true });
    }
    player.loadMore();
    player.loadMore();
    await settle();
    expect(loadPlaylist).toHaveBeenCalledExactlyOnceWith('/list?2', expect.any(AbortSignal));
    expect(state().playlist).toHaveLength(7);
    player.destroy();
  });

  it('stops at the end of the last, and starts again on play', async () => {
    const { player, sound, state, settle } = setUp();
    player.toggle(target(1));
    await settle();
    sound.events.started();
    sound.events.ended();
    expect(state()).toMatchObject({ state: 'ended', playing: false });
    player.play();
    expect([sound.fileTime, state().playing]).toEqual([0, true]);
    player.destroy();
  });

  it('releases one episode before it loads another', async () => {
    const { player, sound, settle, state } = setUp();
    player.toggle(target(1));
    await settle();
    player.load(target(2));
    expect([sound.url, state().currentId, state().playing]).toEqual(['', 2, false]);
    player.destroy();
  });

  it('clamps seeks, and takes a fraction', async () => {
    const { player, settle, state } = setUp();
    player.load(target(1));
    await settle();
    player.seek(1000);
    expect(state().currentTime).toBe(100);
    player.seekFraction(0.5);
    expect(state().currentTime).toBe(50);
    player.seek(Number.NaN);
    expect(state().currentTime).toBe(0);
    player.destroy();
  });

  it('says that a sound is broken, and ignores nonsense', async () => {
    const { player, sound, settle, state } = setUp();
    player.load({ episode_id: 1, station_url: 'https://x/nothing' });
    player.load(null as never);
    expect(state().state).toBe('idle');
    player.toggle(target(1));
    await settle();
    sound.events.failed('failed');
    expect(state()).toMatchObject({ state: 'error', playing: false, error: 'EPISODE_UNAVAILABLE' });
    player.destroy();
  });

  it('is paused honestly when the browser blocks the sound', async () => {
    const { player, sound, settle, state } = setUp();
    player.toggle(target(1));
    await settle();
    sound.events.blocked();
    expect(state()).toMatchObject({ state: 'paused', playing: false });
    player.destroy();
  });

  it('does nothing if no audio can be played', () => {
    const { player, state } = setUp({ isSupported: false });
    player.toggle(target(1));
    expect(state()).toMatchObject({ state: 'unsupported', error: 'PLAYBACK_UNSUPPORTED' });
    player.destroy();
  });

  it('tells each change once', async () => {
    const { player, sound, settle } = setUp();
    const told: string[] = [];
    for (const name of ['play', 'playing', 'pause', 'ended'] as const)
      player.on(name, () => told.push(name));
    player.toggle(target(1));
    await settle();
    sound.events.started();
    player.pause();
    expect(told).toEqual(['play', 'playing', 'pause']);
    player.destroy();
    expect(sound.isDestroyed).toBe(true);
  });

  it('keeps the rate within 0.5 to 3', () => {
    const { player, sound, state } = setUp();
    player.setPlaybackRate(9);
    expect([sound.rate, state().playbackRate]).toEqual([3, 3]);
    player.destroy();
  });

  it('silences the other players once it is heard, and not by asking in vain', async () => {
    const claim = vi.fn();
    const { player, sound, settle } = setUp({
      createExclusive: () => ({ want() {}, claim, end() {} }),
    });
    player.toggle(target(1));
    await settle();
    sound.block();
    expect(claim).not.toHaveBeenCalled();
    player.play();
    sound.start(100);
    expect(claim).toHaveBeenCalledTimes(1);
    player.destroy();
  });

  it('counts unread messages of the current episode as it is set', async () => {
    const { player, state, settle } = setUp();
    player.load(target(1));
    await settle();
    player.setUnreadCount(3.7);
    expect(state().unreadCount).toBe(3);
    for (const odd of [-1, Number.NaN, 'many' as never]) {
      player.setUnreadCount(odd);
      expect(state().unreadCount).toBe(0);
    }
    player.setUnreadCount(5);
    player.load(target(2));
    expect(state().unreadCount).toBe(0);
    player.destroy();
  });

  it('begins with the count of unread messages that the API gives', async () => {
    const { player, state, settle } = setUp({
      loadEpisode: async () => fakeEpisode({ count_unread_msg: 4 }),
    });
    player.load(target(1));
    await settle();
    expect(state().unreadCount).toBe(4);
    player.setUnreadCount(0);
    expect(state().unreadCount).toBe(0);
    player.destroy();
  });

  it('pauses for another player, and tells the others when it begins', async () => {
    let other = () => {};
    const claim = vi.fn();
    const end = vi.fn();
    const want = vi.fn();
    const { player, sound, state, settle } = setUp({
      createExclusive(onOther) {
        other = onOther;
        return { want, claim, end };
      },
    });
    player.toggle(target(1));
    await settle();
    sound.start(100);
    expect(claim).toHaveBeenCalledTimes(1);
    other();
    expect([state().state, sound.isPlaying]).toEqual(['paused', false]);
    player.play();
    sound.start();
    expect(claim).toHaveBeenCalledTimes(2);
    expect(want.mock.calls).toEqual([[true], [false], [true]]);
    player.destroy();
    expect(end).toHaveBeenCalledTimes(1);
  });

  it.each([
    [0, 0.5],
    [0.5, 0.5],
    [2.25, 2.25],
    [99, 3],
    [Number.NaN, 1],
  ])('plays at the rate %d as %d', (asked, rate) => {
    const { player, sound, state } = setUp();
    player.setPlaybackRate(asked);
    expect([sound.rate, state().playbackRate]).toEqual([rate, rate]);
    player.destroy();
  });

  it('adopts an episode without a request, and refuses a value that is not one', async () => {
    const { player, state, loadEpisode } = setUp();
    player.adopt(fakeEpisode({ episode_id: 9, api_url: 7 as never }), { currentTime: 20 });
    expect(state()).toMatchObject({ state: 'loaded', currentId: 9, currentTime: 20 });
    expect(() => player.adopt({} as never)).toThrow('This episode is not available');
    expect([state().currentId, loadEpisode.mock.calls.length]).toEqual([9, 0]);
    player.destroy();
  });

  it('plays only the second of two episodes that are clicked one after the other', async () => {
    const { player, sound, state, settle } = setUp();
    player.toggle(target(1));
    player.toggle(target(2));
    await settle();
    expect([sound.url, state().currentId, state().playing]).toEqual(['2.mp3', 2, true]);
    player.toggle(target(2));
    expect(state()).toMatchObject({ state: 'paused', playing: false });
    player.destroy();
  });

  it('leaves nothing behind: no timer, no sound, no answer', async () => {
    vi.useFakeTimers();
    const { player, sound, loadEpisode, state } = setUp();
    player.setAutoupdate(true);
    player.toggle(target(1, { playlist_url: 'https://api.test/list' }));
    await vi.advanceTimersByTimeAsync(0);
    sound.start(100);
    const told = vi.fn();
    player.on('pause', told);
    player.destroy();
    const last = state();
    player.toggle(target(2));
    player.next();
    player.play();
    player.setVolume(5);
    expect([vi.getTimerCount(), sound.isDestroyed, sound.isPlaying]).toEqual([0, true, false]);
    expect([told.mock.calls.length, loadEpisode.mock.calls.length, state()]).toEqual([0, 1, last]);
    vi.useRealTimers();
  });
});
