import { describe, expect, it } from 'vitest';
import type { Metric } from '../../../src/contract/metrics.ts';
import { measurePlayback } from '../../../src/engine/players/playback-metrics.ts';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import { target, testPlayer } from '../../helpers/test-player.ts';

fakeTime();

function setUp(...args: Parameters<typeof testPlayer>) {
  const world = testPlayer(...args);
  const told: Metric[] = [];
  const end = measurePlayback(world.player, (metric) => told.push(metric));
  return { ...world, metrics: told, end };
}

const playback = (outcome: string, duration_ms: number, reason: string | null = null) => ({
  job: 'playback',
  outcome,
  duration_ms,
  reason,
});

describe('measurePlayback', () => {
  it('times the way from the wish to the sound', async () => {
    const { player, sound, metrics } = setUp();
    player.load(target(1), { autoplay: true });
    await pass(0.7);
    sound.start(100);
    expect(metrics).toEqual([playback('success', 700)]);
    sound.stall();
    sound.start();
    expect(metrics).toHaveLength(1);
    player.destroy();
  });

  it('tells why no sound came', async () => {
    const { player, metrics } = setUp({ episodes: { 1: new Error('gone') } });
    player.load(target(1), { autoplay: true });
    await settle();
    expect(metrics).toEqual([playback('error', 0, 'EPISODE_UNAVAILABLE')]);
    player.destroy();
  });

  it('reports an episode that fails after it was loaded while another played, and the episodes after it', async () => {
    const { player, sound, metrics, listen } = setUp({ episodes: { 2: new Error('gone') } });
    await listen(target(1));
    player.load(target(2), { autoplay: true });
    await settle();
    player.load(target(3), { autoplay: true });
    await pass(0.3);
    sound.start(100);
    player.load(target(1), { autoplay: true });
    await pass(0.4);
    sound.start(100);
    expect(metrics).toEqual([
      playback('success', 0),
      playback('error', 0, 'EPISODE_UNAVAILABLE'),
      playback('success', 300),
      playback('success', 400),
    ]);
    player.destroy();
  });

  it('reports an error in the middle of an episode, with the time since its sound stopped', async () => {
    const { player, sound, metrics, listen } = setUp();
    await listen();
    await pass(5);
    sound.stall();
    await pass(2);
    sound.fail('network');
    expect(metrics.slice(1)).toEqual([playback('error', 2_000, 'NETWORK')]);
    player.destroy();
  });

  it('measures nothing if the listener changes their mind, and then measures the new wish', async () => {
    const { player, sound, metrics } = setUp();
    player.load(target(1), { autoplay: true });
    await pass(5);
    player.pause();
    player.play();
    await pass(0.2);
    sound.start(100);
    expect(metrics).toEqual([playback('success', 200)]);
    player.destroy();
  });

  it('measures no more once it has ended', async () => {
    const { player, end, metrics, listen } = setUp();
    end();
    await listen();
    expect(metrics).toEqual([]);
    player.destroy();
  });

  it('counts from a given time if it joins a player that already waits or has failed', async () => {
    const since = performance.now();
    for (const [episodes, outcome, reason] of [
      [{}, 'success', null],
      [{ 1: new Error('gone') }, 'error', 'EPISODE_UNAVAILABLE'],
    ] as const) {
      const { player, sound } = testPlayer({ episodes });
      const told: Metric[] = [];
      player.load(target(1), { autoplay: true });
      await settle();
      measurePlayback(player, (metric) => told.push(metric), since);
      sound.start(100);
      expect(told).toEqual([playback(outcome, 0, reason)]);
      player.destroy();
    }
  });
});
