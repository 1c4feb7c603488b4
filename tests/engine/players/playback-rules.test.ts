import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import type { Episode, Segment } from '../../../src/contract/episodes.ts';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import {
  adSlot,
  episode,
  FEED,
  page,
  segment,
  target,
  testPlayer,
} from '../../helpers/test-player.ts';

/** The rules of playback. docs/behaviour.md lists them. */

fakeTime();

const withSegments = (...segments: Segment[]) => ({ episodes: { 1: { segments } } });
const TWO = withSegments(segment('a.mp3', 0, 10), segment('b.mp3', 5, 25));

describe('the player (playlist level)', () => {
  it('idle, then loading, then loaded', async () => {
    const { player, state } = testPlayer();
    expect(state().state).toBe('idle');
    player.load(target(1));
    expect(state()).toMatchObject({
      state: 'loading',
      playing: false,
      currentId: 1,
      episode: null,
    });
    await settle();
    expect(state()).toMatchObject({
      state: 'loaded',
      playing: false,
      currentTime: 0,
      duration: 100,
    });
    player.destroy();
  });

  it('playing, buffering (an inner player loading while the list plays), paused', async () => {
    const { player, sound, state } = testPlayer();
    player.load(target(1), { autoplay: true });
    expect(state()).toMatchObject({ state: 'loading', playing: true });
    await settle();
    expect(state()).toMatchObject({ state: 'waiting', playing: true });
    sound.start(100);
    expect(state()).toMatchObject({ state: 'playing', playing: true });
    sound.stall();
    expect(state()).toMatchObject({ state: 'waiting', playing: true });
    sound.start();
    expect(state().state).toBe('playing');
    player.pause();
    expect(state()).toMatchObject({ state: 'paused', playing: false });
    expect(sound.isPlaying).toBe(false);
    player.destroy();
  });

  it('segments play in order and move to the next on finish', async () => {
    const { player, sound, state, listen } = testPlayer(TWO);
    await listen(target(1), 10);
    expect([sound.url, state().segment?.http_url, state().duration]).toEqual([
      'a.mp3',
      'a.mp3',
      30,
    ]);
    await pass(10);
    expect([sound.url, sound.isPlaying, state().segment?.http_url]).toEqual([
      'b.mp3',
      true,
      'b.mp3',
    ]);
    expect(sound.fileTime).toBe(5);
    expect(state().currentTime).toBeCloseTo(10, 1);
    player.destroy();
  });

  it('on finish of the last segment the state is finished', async () => {
    const { player, sound, state, listen } = testPlayer(TWO);
    await listen(target(1), 10);
    await pass(10);
    sound.start(25);
    await pass(10);
    sound.end();
    expect(state()).toMatchObject({ state: 'ended', playing: false, currentTime: 30 });
    player.destroy();
  });

  it('on finish the player emits paused then ended and automatically moves to the next playlist item and plays it', async () => {
    const { player, sound, state, told, note, listen } = testPlayer({
      feeds: { [FEED]: page([1, 2]) },
    });
    await listen(target(1, { playlist_url: FEED }));
    note('pause', 'ended', 'episodechange', 'play');
    sound.end();
    await settle();
    expect(told).toEqual(['pause', 'ended', 'play', 'episodechange']);
    sound.start(100);
    expect([sound.url, state().currentId, state().state]).toEqual(['2.mp3', 2, 'playing']);
    player.destroy();
  });

  it('on error the state is error', async () => {
    const { player, sound, state, listen } = testPlayer(TWO);
    await listen();
    sound.fail('failed');
    expect(state()).toMatchObject({ state: 'error', playing: false, error: 'EPISODE_UNAVAILABLE' });
    player.destroy();
  });

  it.each([
    ['before the content', [adSlot('ad.mp3', 30), segment('a.mp3', 0, 100)]],
    [
      'between two parts of it',
      [segment('a.mp3', 0, 10), adSlot('ad.mp3', 30), segment('a.mp3', 10, 100)],
    ],
  ])(
    'unless the segment may ignore errors, in which case playback skips to the next: %s',
    async (_, segments) => {
      const { player, sound, state, listen } = testPlayer(withSegments(...segments));
      await listen(target(1), 100);
      if (sound.url === 'a.mp3') await pass(10);
      expect([sound.url, state().segment?.type]).toEqual(['ad.mp3', 'audio_ad_slot']);
      sound.fail('failed');
      expect([sound.url, sound.isPlaying, state().playing, state().error]).toEqual([
        'a.mp3',
        true,
        true,
        null,
      ]);
      player.destroy();
    },
  );

  it('an ad that fails after all content ends the episode', async () => {
    const { player, sound, state, listen } = testPlayer(
      withSegments(segment('a.mp3', 0, 10), adSlot('ad.mp3', 30)),
    );
    await listen(target(1), 100);
    await pass(10);
    sound.fail('network');
    expect(state()).toMatchObject({ state: 'ended', playing: false, error: null });
    player.destroy();
  });

  it('an ad that fails while it is only prepared plays nothing', async () => {
    const { player, sound, state } = testPlayer(
      withSegments(adSlot('ad.mp3', 30), segment('a.mp3', 0, 10)),
    );
    player.load(target(1));
    await settle();
    player.warmUp();
    sound.fail('failed');
    expect([sound.url, sound.isPlaying, state().state]).toEqual(['a.mp3', false, 'loaded']);
    player.destroy();
  });

  it('pressing play when finished restarts from the next segment or from 0', async () => {
    const { player, sound, state, listen } = testPlayer();
    await listen();
    sound.end();
    player.play();
    expect([sound.fileTime, state().currentTime, state().playing]).toEqual([0, 0, true]);
    player.destroy();
  });

  it('play after an error retries, at the same second', async () => {
    const { player, sound, state, listen } = testPlayer();
    await listen();
    await pass(42);
    sound.fail('network');
    expect(state()).toMatchObject({ state: 'error', error: 'NETWORK' });
    player.play();
    expect(state()).toMatchObject({ state: 'waiting', playing: true, error: null });
    expect(sound.fileTime).toBeCloseTo(42, 1);
    sound.start();
    expect(state().state).toBe('playing');
    player.destroy();
  });

  it.each(['error', 'finished'])('the playing flag clears on %s', async (what) => {
    const { player, sound, state, listen } = testPlayer();
    await listen();
    expect(state().playing).toBe(true);
    if (what === 'error') sound.fail('failed');
    else sound.end();
    expect([state().playing, sound.isPlaying]).toEqual([false, false]);
    player.destroy();
  });

  it('seeking while finished moves to paused', async () => {
    const { player, sound, state, listen } = testPlayer();
    await listen();
    sound.end();
    player.seek(20);
    expect(state()).toMatchObject({ state: 'paused', playing: false, currentTime: 20 });
    expect(sound.isPlaying).toBe(false);
    player.destroy();
  });

  it.each([
    [-5, 'a.mp3', 0, 0],
    [4, 'a.mp3', 4, 4],
    [10, 'b.mp3', 5, 10],
    [29, 'b.mp3', 24, 29],
    [1000, 'b.mp3', 25, 30],
    [Number.NaN, 'a.mp3', 0, 0],
  ])(
    'seek positions are clamped to 0..total duration and map to the right segment: %d',
    async (seconds, url, fileTime, currentTime) => {
      const { player, sound, state, listen } = testPlayer(TWO);
      await listen();
      player.seek(seconds);
      expect([sound.url, sound.fileTime, state().fileTime, state().currentTime]).toEqual([
        url,
        fileTime,
        fileTime,
        currentTime,
      ]);
      expect([sound.isPlaying, state().playing]).toEqual([true, true]);
      player.destroy();
    },
  );

  it.each([
    [0.5, 15],
    [-1, 0],
    [7, 30],
    [Number.NaN, 0],
  ])('a seek takes a fraction of the duration: %d', async (fraction, currentTime) => {
    const { player, state, listen } = testPlayer(TWO);
    await listen();
    player.seekFraction(fraction);
    expect(state().currentTime).toBe(currentTime);
    player.destroy();
  });

  it('two consecutive segments of one URL are merged if the first ends exactly where the second starts', async () => {
    const { player, sound, state, listen } = testPlayer(
      withSegments(segment('a.mp3', 0, 10), segment('a.mp3', 10, 20), segment('a.mp3', 30, 40)),
    );
    const changes = vi.fn();
    await listen();
    player.on('segmentchange', changes);
    expect(state().segment).toMatchObject({ starts_at: 0, ends_at: 20, duration: 20 });
    await pass(15);
    expect([sound.opened.slice(1), changes.mock.calls.length]).toEqual([['a.mp3'], 0]);
    await pass(5.1);
    expect([changes.mock.calls.length, sound.fileTime]).toEqual([1, expect.closeTo(30, 0)]);
    player.destroy();
  });

  it.each([
    ['network', 'NETWORK'],
    ['failed', 'EPISODE_UNAVAILABLE'],
    ['unsupported', 'PLAYBACK_UNSUPPORTED'],
    ['setup', 'SETUP_TIMEOUT'],
  ] as const)(
    'a sound that reports a failed or unusable state becomes an error: %s',
    async (kind, error) => {
      const { player, sound, state, listen } = testPlayer();
      await listen();
      sound.fail(kind);
      expect(state()).toMatchObject({ state: 'error', playing: false, error });
      player.destroy();
    },
  );

  it('a sound that ends before it was loaded becomes an error', async () => {
    const { player, sound, state } = testPlayer();
    player.load(target(1), { autoplay: true });
    await settle();
    sound.end();
    expect(state()).toMatchObject({ state: 'error', playing: false, error: 'EPISODE_UNAVAILABLE' });
    player.destroy();
  });

  it('the same holds for a later segment', async () => {
    const { player, sound, state, listen } = testPlayer(TWO);
    await listen(target(1), 10);
    await pass(10);
    expect(sound.url).toBe('b.mp3');
    sound.end();
    expect(state()).toMatchObject({ state: 'error', error: 'EPISODE_UNAVAILABLE' });
    player.destroy();
  });

  it('error and unsupported show persistent notices: the reason stays until something is done', async () => {
    const { player, sound, state, listen } = testPlayer();
    await listen();
    sound.fail('failed');
    await pass(3600);
    player.pause();
    player.setVolume(10);
    expect(state()).toMatchObject({ state: 'error', error: 'EPISODE_UNAVAILABLE' });
    const nowhere = testPlayer({ isSupported: false });
    await pass(3600);
    nowhere.player.toggle(target(1));
    expect(nowhere.state()).toMatchObject({ state: 'unsupported', error: 'PLAYBACK_UNSUPPORTED' });
    player.destroy();
  });

  it('loading a different episode releases the previous one first', async () => {
    const { player, sound, state, listen } = testPlayer();
    await listen();
    await pass(5);
    const released = vi.spyOn(sound, 'release');
    player.load(target(2));
    expect(released).toHaveBeenCalledTimes(1);
    expect([sound.url, sound.isPlaying]).toEqual(['', false]);
    expect(state()).toMatchObject({ currentId: 2, episode: null, currentTime: 0, playing: false });
    player.destroy();
  });

  it('a late answer for the previous episode changes nothing', async () => {
    const answers: ((value: Episode) => void)[] = [];
    const { player, sound, state } = testPlayer({
      loadEpisode: () => new Promise((resolve) => answers.push(resolve)),
    });
    player.load(target(1), { autoplay: true });
    player.load(target(2));
    answers[0]?.(episode(1));
    await settle();
    expect([sound.url, sound.isPlaying]).toEqual(['', false]);
    expect(state()).toMatchObject({ currentId: 2, state: 'loading', playing: false });
    player.destroy();
  });

  it('a job-waiting placeholder player loops silence until an async job settles, then finishes and resolves', async () => {
    let answer = (_: null) => {};
    const planAds = () => new Promise<null>((resolve) => (answer = resolve));
    const { player, sound, state } = testPlayer({ planAds });
    player.load(target(1), { autoplay: true });
    await settle();
    expect([sound.url.slice(0, 14), sound.isPlaying]).toEqual(['data:audio/wav', true]);
    sound.end();
    expect(sound.isPlaying).toBe(true);
    expect(state()).toMatchObject({ state: 'loading', playing: true });
    answer(null);
    await settle();
    expect([sound.url, sound.isPlaying, state().state]).toEqual(['1.mp3', true, 'waiting']);
    player.destroy();
  });

  it('the placeholder finishes when its job rejects', async () => {
    const { player, sound, state } = testPlayer({ episodes: { 1: new Error('gone') } });
    player.load(target(1), { autoplay: true });
    expect(sound.isPlaying).toBe(true);
    await settle();
    expect([sound.url, sound.isPlaying, state().state]).toEqual(['', false, 'error']);
    player.destroy();
  });
});

describe('the episode-by-id player', () => {
  it.each(['play', 'load'])('%s moves idle to loading and fetches the episode', async (call) => {
    const { player, loadEpisode, state } = testPlayer();
    player.load(target(1), { autoplay: call === 'play' });
    expect(state().state).toBe('loading');
    expect(loadEpisode).toHaveBeenCalledExactlyOnceWith(
      target(1).station_url,
      expect.any(AbortSignal),
    );
    player.load(target(1));
    expect(loadEpisode).toHaveBeenCalledTimes(1);
    player.destroy();
  });

  it('on success it becomes loaded and switches to the real episode player', async () => {
    const { player, state, sound } = testPlayer();
    player.load(target(1));
    await settle();
    expect(state()).toMatchObject({ state: 'loaded', episode: { episode_id: 1 }, duration: 100 });
    expect(sound.isPlaying).toBe(false);
    player.destroy();
  });

  it.each([
    ['play was pressed', true],
    ['play was pressed and taken back', false],
  ])('if %s first, it starts playing once switched: %s', async (_, isWanted) => {
    const { player, sound, state } = testPlayer();
    player.load(target(1));
    player.play();
    if (!isWanted) player.pause();
    await settle();
    expect([sound.url === '1.mp3', sound.isPlaying, state().playing]).toEqual([
      isWanted,
      isWanted,
      isWanted,
    ]);
    player.destroy();
  });

  it('buffering, paused, finished and idle are those of the real player, and error or finished clear the playing flag', async () => {
    const { player, sound, state, listen } = testPlayer();
    const seen: [string, boolean][] = [];
    player.on('statechange', () => seen.push([state().state, state().playing]));
    await listen();
    player.pause();
    player.play();
    sound.start();
    sound.end();
    player.play();
    sound.fail('failed');
    expect(seen).toEqual([
      ['loading', true],
      ['waiting', true],
      ['playing', true],
      ['paused', false],
      ['waiting', true],
      ['playing', true],
      ['ended', false],
      ['waiting', true],
      ['error', false],
    ]);
    player.destroy();
  });

  it.each([
    ['seconds', 42, 42],
    ['a fraction', 0.5, 50],
    ['the last of several', [10, 0.2, 42], 42],
    ['more than there is', 1000, 100],
  ])(
    'seeks before load are queued, the load is triggered, and they run after the switch: %s',
    async (_, asked, second) => {
      const { player, sound, state, loadEpisode } = testPlayer();
      player.load(target(1));
      for (const seek of [asked].flat()) seek < 1 ? player.seekFraction(seek) : player.seek(seek);
      expect(loadEpisode).toHaveBeenCalledTimes(1);
      await settle();
      expect(state()).toMatchObject({ state: 'loaded', currentTime: second });
      player.play();
      expect(sound.fileTime).toBe(second);
      player.destroy();
    },
  );

  it('a seek after a failed load loads again', async () => {
    const episodes: Record<number, Error> = { 1: new Error('down') };
    const { player, state, loadEpisode } = testPlayer({ episodes });
    player.load(target(1));
    await settle();
    delete episodes[1];
    player.seek(30);
    await settle();
    expect(loadEpisode).toHaveBeenCalledTimes(2);
    expect(state()).toMatchObject({ state: 'loaded', currentTime: 30, error: null });
    player.destroy();
  });

  it.each([
    [Object.assign(new Error('no'), { reason: 'NETWORK' }), 'NETWORK'],
    [Object.assign(new Error('no'), { reason: 'SERVER_ERROR' }), 'EPISODE_UNAVAILABLE'],
    [new ApiError('EPISODE_UNAVAILABLE', 404, ['gone']), 'EPISODE_UNKNOWN'],
    [new TypeError('odd'), 'EPISODE_UNAVAILABLE'],
  ])('a load failure sets error: %s', async (failure, error) => {
    const { player, state } = testPlayer({ episodes: { 1: failure } });
    player.load(target(1), { autoplay: true });
    await settle();
    expect(state()).toMatchObject({ state: 'error', playing: false, error });
    player.destroy();
  });

  it('asks another address of an episode if the first one has failed', async () => {
    const { player, loadEpisode } = testPlayer({ episodes: { 1: new Error('private') } });
    player.load(target(1));
    await settle();
    const withKey = `${target(1).station_url}?key=secret`;
    player.load(target(1, { station_url: withKey }));
    expect(loadEpisode).toHaveBeenLastCalledWith(withKey, expect.any(AbortSignal));
    player.destroy();
  });

  it.each(['https://x/nothing', 'https://x/shows/7', '/episodes/abc', ''])(
    'ignores the invalid address %s',
    (station_url) => {
      const { player, loadEpisode, state } = testPlayer();
      player.load({ episode_id: 1, station_url }, { autoplay: true });
      player.toggle({ episode_id: 1, station_url });
      expect([loadEpisode.mock.calls.length, state().state]).toEqual([0, 'idle']);
    },
  );
});

describe('volume', () => {
  it('0 means muted', () => {
    const { player, sound, state } = testPlayer();
    player.setVolume(0);
    expect([state().volume, state().muted, sound.volume]).toEqual([0, true, 0]);
    player.setVolume(1);
    expect([state().volume, state().muted, sound.volume]).toEqual([1, false, 0.01]);
  });

  it.each([
    [80, 80],
    [10, 25],
    [25, 25],
  ])('unmuting restores the larger of 25 and the last volume: %d', (volume, restored) => {
    const { player, sound, state } = testPlayer();
    player.setVolume(volume);
    player.setMuted(true);
    expect([state().volume, sound.volume]).toEqual([0, 0]);
    player.setMuted(false);
    expect([state().volume, state().muted, sound.volume]).toEqual([
      restored,
      false,
      restored / 100,
    ]);
  });

  it('outlives the episode', async () => {
    const { player, sound, state, listen } = testPlayer();
    player.setVolume(30);
    await listen();
    player.load(target(2));
    expect([state().volume, sound.volume]).toEqual([30, 0.3]);
    player.destroy();
  });
});
