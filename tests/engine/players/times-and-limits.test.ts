import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AD_COUNTDOWN_MS,
  ADS_TIMEOUT_MS,
  AUDIO_SETUP_TIMEOUT_MS,
  AUTOPLAY_TEST_TIMEOUT_MS,
  PLAYBACK_TOKEN_REFRESH_MS,
  PLAYBACK_TOKEN_RENEW_BELOW_MS,
  PROGRESS_INTERVAL_MS,
  QUEUE_PREFETCH_BELOW,
  REQUEST_TIMEOUT_MS,
  SEGMENT_END_CHECK_MS,
  SEGMENT_END_WINDOW_MS,
  VOLUME_DEFAULT,
  VOLUME_DEFAULT_SHARED,
  VOLUME_UNMUTE_MIN,
} from '../../../src/contract/limits.ts';
import {
  FEED,
  page,
  pass,
  segment,
  settle,
  target,
  testPlayer,
} from '../../helpers/test-player.ts';

/** The limits of spec section 9 that concern playing. Those of the API and of the sound have theirs beside them. */

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

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
  it('are those of section 9', () => {
    expect({
      volumes: [VOLUME_DEFAULT_SHARED, VOLUME_DEFAULT, VOLUME_UNMUTE_MIN],
      tokenMs: [PLAYBACK_TOKEN_REFRESH_MS, PLAYBACK_TOKEN_RENEW_BELOW_MS],
      timeoutsMs: [REQUEST_TIMEOUT_MS, ADS_TIMEOUT_MS, AUDIO_SETUP_TIMEOUT_MS],
      autoplayTestMs: AUTOPLAY_TEST_TIMEOUT_MS,
      progressMs: PROGRESS_INTERVAL_MS,
      segmentEndMs: [SEGMENT_END_CHECK_MS, SEGMENT_END_WINDOW_MS],
      countdownMs: AD_COUNTDOWN_MS,
      prefetchBelow: QUEUE_PREFETCH_BELOW,
    }).toEqual({
      volumes: [80, 100, 25],
      tokenMs: [1_800_000, 3_600_000],
      timeoutsMs: [5_000, 3_500, 3_000],
      autoplayTestMs: 100,
      progressMs: 1000 / 24,
      segmentEndMs: [30, 1_500],
      countdownMs: 250,
      prefetchBelow: 3,
    });
  });

  it('volume: 100 in the episode player and the player bar', () => {
    const { player, state } = testPlayer();
    expect(state().volume).toBe(100);
    player.destroy();
  });

  it('progress interval about 42 ms (1000/24)', async () => {
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
    expect(told).not.toHaveBeenCalled(); // the content stands still
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
