import { describe, expect, it, vi } from 'vitest';
import {
  AD_COUNTDOWN_MS,
  ADS_TIMEOUT_MS,
  AUDIO_SETUP_TIMEOUT_MS,
  AUTOPLAY_TEST_TIMEOUT_MS,
  PLAYBACK_TOKEN_REFRESH_MS,
  PLAYBACK_TOKEN_RENEW_BELOW_MS,
  PROGRESS_IDLE_MS,
  PROGRESS_INTERVAL_MS,
  PROGRESS_TOUCH_MS,
  QUEUE_PREFETCH_BELOW,
  REQUEST_TIMEOUT_MS,
  SEGMENT_END_CHECK_MS,
  SEGMENT_END_WINDOW_MS,
  VOLUME_BAR,
  VOLUME_DEFAULT,
  VOLUME_UNMUTE_MIN,
} from '../../../src/contract/limits.ts';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import { FEED, page, segment, target, testPlayer } from '../../helpers/test-player.ts';

/** The limits of docs/behaviour.md that concern playback. Those of the API and of the sound have their own tests. */

fakeTime();

const ad = {
  type: 'audio_ad_slot',
  http_url: 'ad.mp3',
  duration: 20,
  duration_reliable: false,
  starts_at: 0,
  ends_at: 20,
  ad: { audio: { http_url: 'ad.mp3', duration: 20, events: {} }, events: {} },
} as const;

describe('the limits of playing', () => {
  it('are those of docs/behaviour.md', () => {
    expect({
      volumes: [VOLUME_DEFAULT, VOLUME_BAR, VOLUME_UNMUTE_MIN],
      tokenMs: [PLAYBACK_TOKEN_REFRESH_MS, PLAYBACK_TOKEN_RENEW_BELOW_MS],
      timeoutsMs: [REQUEST_TIMEOUT_MS, ADS_TIMEOUT_MS, AUDIO_SETUP_TIMEOUT_MS],
      autoplayTestMs: AUTOPLAY_TEST_TIMEOUT_MS,
      progressMs: [PROGRESS_INTERVAL_MS, PROGRESS_TOUCH_MS, PROGRESS_IDLE_MS],
      segmentEndMs: [SEGMENT_END_CHECK_MS, SEGMENT_END_WINDOW_MS],
      countdownMs: AD_COUNTDOWN_MS,
      prefetchBelow: QUEUE_PREFETCH_BELOW,
    }).toEqual({
      volumes: [80, 100, 25],
      tokenMs: [1_800_000, 3_600_000],
      timeoutsMs: [5_000, 3_500, 3_000],
      autoplayTestMs: 100,
      progressMs: [1000 / 24, 200, 1_000],
      segmentEndMs: [30, 1_500],
      countdownMs: 250,
      prefetchBelow: 3,
    });
  });

  it('the volume is 80 unless another one is asked for', () => {
    for (const volume of [undefined, 100, 0]) {
      const { player, sound, state } = testPlayer(volume === undefined ? {} : { volume });
      expect(state()).toMatchObject({ volume: volume ?? 80, muted: volume === 0 });
      expect(sound.volume).toBe((volume ?? 80) / 100);
      player.destroy();
    }
  });

  it.each([
    [undefined, 10],
    [PROGRESS_TOUCH_MS, 50],
  ])(
    'without a listener of timeupdate the clock is read every 1000 ms, or every %s ms',
    async (progressMs, times) => {
      const { player, listen, state } = testPlayer({
        isPrecise: false,
        ...(progressMs ? { progressMs } : {}),
      });
      await listen();
      const changed = vi.fn();
      player.subscribe(changed);
      await pass(10);
      expect(changed.mock.calls.length).toBeLessThanOrEqual(times);
      expect(changed.mock.calls.length).toBeGreaterThanOrEqual(times - 1);
      await pass(0.15);
      expect(player.getCurrentTime()).toBeCloseTo(10.15, 2);
      const { currentTime, measuredAt, playbackRate } = state();
      const passed = ((performance.now() - measuredAt) / 1000) * playbackRate;
      expect(currentTime + passed).toBeCloseTo(10.15, 2);
      player.destroy();
    },
  );

  it('a listener of timeupdate makes the clock fine at once, and coarse again when it leaves', async () => {
    const { player, listen } = testPlayer({ isPrecise: false });
    await listen();
    const changed = vi.fn();
    player.subscribe(changed);
    const end = player.on('timeupdate', () => {});
    await pass(1);
    expect(changed.mock.calls.length).toBeGreaterThan(20);
    end();
    await pass(1);
    changed.mockClear();
    await pass(5);
    expect(changed.mock.calls.length).toBeLessThanOrEqual(5);
    player.destroy();
  });

  it('a chapter is announced when it begins, though the clock is read once a second', async () => {
    const chapters = [0, 2.5, 7.25].map((starts_at) => ({
      starts_at,
      ends_at: null,
      title: `from ${starts_at}`,
      url: null,
      image_url: null,
    }));
    const { player, listen } = testPlayer({ isPrecise: false, episodes: { 1: { chapters } } });
    await listen();
    player.setPlaybackRate(2);
    const began: number[] = [];
    player.on('chapterchange', () => began.push(player.getCurrentTime()));
    await pass(5);
    expect(began.map((at) => Math.round(at * 20) / 20)).toEqual([2.5, 7.25]);
    player.destroy();
  });

  it('progress interval about 42 ms (1000/24) for a listener of timeupdate', async () => {
    const { player, listen } = testPlayer();
    await listen();
    const told = vi.fn();
    player.on('timeupdate', told);
    await pass(10);
    expect(told.mock.calls.length).toBeGreaterThan(230);
    expect(told.mock.calls.length).toBeLessThanOrEqual(244); // timers count whole milliseconds
    player.destroy();
  });

  it('no progress and no timer while nothing plays', async () => {
    const { player, listen } = testPlayer();
    await listen();
    player.pause();
    const told = vi.fn();
    player.subscribe(told);
    await pass(10);
    expect([told.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
    player.destroy();
  });

  it('end-of-segment check every 30 ms within 1500 ms of the end', async () => {
    const { player, listen } = testPlayer({
      episodes: { 1: { segments: [segment('a.mp3', 0, 10), segment('b.mp3', 0, 10)] } },
    });
    await listen(target(1), 100);
    const told: number[] = [];
    player.on('timeupdate', ({ currentTime }) => told.push(currentTime));
    await pass(9.99);
    const gaps = (from: number, to: number) => {
      const within = told.filter((time) => time >= from && time < to);
      return within.slice(1).map((time, index) => Math.round((time - (within[index] ?? 0)) * 1000));
    };
    expect(Math.min(...gaps(1, 8))).toBeGreaterThanOrEqual(41);
    expect(Math.max(...gaps(8.55, 9.98))).toBeLessThanOrEqual(31);
    player.destroy();
  });

  it.each([0.5, 1, 3])('a segment ends at its second at rate %d as well', async (rate) => {
    const { player, sound, state, listen } = testPlayer({
      episodes: { 1: { segments: [segment('a.mp3', 0, 10), segment('b.mp3', 0, 10)] } },
    });
    player.setPlaybackRate(rate);
    await listen(target(1), 100);
    let last = 0;
    const open = vi.spyOn(sound, 'open').mockImplementation(() => {
      last = sound.currentTime;
    });
    await pass(10 / rate + 0.1);
    expect(open).toHaveBeenCalled();
    expect(last).toBeGreaterThanOrEqual(10);
    expect(last).toBeLessThan(10 + 0.003 * rate);
    expect(state().playbackRate).toBe(rate);
    player.destroy();
  });

  it('ad countdown refresh 250 ms', async () => {
    const { player, listen, state } = testPlayer({
      planAds: async (episode) => [ad, ...(episode.segments ?? [segment('1.mp3', 0, 100)])],
    });
    await listen(target(1), 20);
    expect(state().adTimeLeft).toBe(20);
    const told = vi.fn();
    player.on('timeupdate', told);
    const seen = vi.fn();
    player.subscribe(() => seen(state().fileTime));
    await pass(5);
    expect(seen.mock.calls.length).toBe(20);
    expect(told).not.toHaveBeenCalled(); // the content does not move
    expect(state().adTimeLeft).toBe(15);
    player.destroy();
  });

  it('queue prefetch threshold: fewer than 3 items', async () => {
    const { player, loadPlaylist } = testPlayer({
      feeds: { [FEED]: page([1, 2, 3, 4], `${FEED}?2`), [`${FEED}?2`]: page([5, 6, 7]) },
    });
    player.load(target(1, { playlist_url: FEED }));
    await settle();
    expect(loadPlaylist).toHaveBeenCalledTimes(1); // three are queued
    player.next();
    expect(loadPlaylist).toHaveBeenLastCalledWith(`${FEED}?2`, expect.any(AbortSignal));
    await settle();
    expect(player.getSnapshot().playlist).toHaveLength(7);
    player.destroy();
  });
});
