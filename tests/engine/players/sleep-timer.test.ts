import { describe, expect, it, vi } from 'vitest';
import { createSleepTimer } from '../../../src/engine/players/sleep-timer.ts';
import { createScope } from '../../../src/lib/scope.ts';
import { fakePlayer } from '../../helpers/fake-player.ts';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import { FEED, page, target, testPlayer } from '../../helpers/test-player.ts';

fakeTime();

const chapter = (starts_at: number) => ({
  starts_at,
  ends_at: null,
  title: `From ${starts_at}`,
  url: null,
  image_url: null,
});

/** Plays episode 1 of 1, 2; each 100 s, with chapters at 0, 30 and 60. */
async function setUp(
  choice: Parameters<ReturnType<typeof testPlayer>['player']['setSleepTimer']>[0],
) {
  const chapters = [chapter(0), chapter(30), chapter(60)];
  const made = testPlayer({
    feeds: { [FEED]: page([1, 2]) },
    episodes: { 1: { chapters }, 2: { chapters } },
    volume: 50,
  });
  const { player, state } = made;
  await made.listen(target(1, { playlist_url: FEED }));
  player.setSleepTimer(choice);
  await vi.dynamicImportSettled();
  await settle();
  return { ...made, left: () => state().sleepTimer?.secondsLeft };
}

describe('a sleep timer of minutes', () => {
  it('says how much is left, fades out and pauses where the fade began', async () => {
    const { player, sound, state, left } = await setUp(0.5);
    expect(state().sleepTimer).toEqual({ choice: 0.5, secondsLeft: 30 });
    await pass(10.5);
    expect([left(), sound.volume]).toEqual([20, 0.5]);
    await pass(14.5);
    expect(sound.volume).toBeCloseTo(0.25, 1);
    expect(state().volume).toBe(50);
    await pass(5.2);
    expect([state().state, state().sleepTimer]).toEqual(['paused', null]);
    expect(state().currentTime).toBeCloseTo(20, 0);
    player.play();
    sound.start();
    expect([sound.volume, state().state]).toEqual([0.5, 'playing']);
    player.destroy();
  });

  it('brings the volume back by itself', async () => {
    const { player, sound } = await setUp(0.5);
    await pass(31);
    expect(sound.volume).toBe(0.5);
    player.destroy();
  });

  it('is held by a pause', async () => {
    const { player, sound, left } = await setUp(1);
    await pass(20);
    player.pause();
    await pass(600);
    expect(left()).toBe(40);
    player.play();
    sound.start();
    await pass(10);
    expect(left()).toBe(30);
    player.destroy();
  });

  it('ends in a pause of more than half an hour', async () => {
    const { player, sound, state } = await setUp(1);
    await pass(20);
    player.pause();
    await pass(31 * 60);
    player.play();
    sound.start();
    expect(state().sleepTimer).toBeNull();
    player.destroy();
  });

  it('ends when the listener pauses during the fade: he is awake', async () => {
    const { player, sound, state } = await setUp(0.5);
    await pass(25);
    player.pause();
    expect(state().sleepTimer).toBeNull();
    player.play();
    sound.start();
    await pass(10);
    expect([sound.volume, state().state]).toEqual([0.5, 'playing']);
    player.destroy();
  });

  it('can be cancelled in the middle of the fade', async () => {
    const { player, sound, state } = await setUp(0.5);
    await pass(25);
    player.setSleepTimer(null);
    await settle();
    expect([sound.volume, state().sleepTimer]).toEqual([0.5, null]);
    await pass(10);
    expect(state().state).toBe('playing');
    player.destroy();
  });

  it('goes by the clock if a background page gets few ticks', async () => {
    const { player, state } = await setUp(1);
    await pass(2);
    vi.setSystemTime(Date.now() + 57_500);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 59_000);
    await pass(2);
    expect(state().state).toBe('paused');
    player.destroy();
  });

  it('lasts from one episode to the next, but none begins during the fade', async () => {
    const { player, sound, state, left } = await setUp(1);
    await pass(10);
    sound.end();
    await settle();
    sound.start(100);
    await pass(10);
    expect([state().currentId, left()]).toEqual([2, 40]);
    await pass(35);
    sound.end();
    await settle();
    expect([state().currentId, state().state, state().sleepTimer]).toEqual([2, 'ended', null]);
    player.destroy();
  });

  it.each([0, -1, Number.NaN])('is not set to %d minutes', async (minutes) => {
    const { player, state } = await setUp(minutes);
    expect(state().sleepTimer).toBeNull();
    player.destroy();
  });
});

describe('a sleep timer until the end of the episode', () => {
  it('lets it end, at full volume, and does not go on to the next', async () => {
    const { player, sound, state, left } = await setUp('episode');
    expect(left()).toBe(100);
    player.setPlaybackRate(2);
    await pass(45);
    expect([left(), sound.volume]).toEqual([5, 0.5]);
    sound.end();
    await settle();
    expect([state().state, state().currentId, state().sleepTimer]).toEqual(['ended', 1, null]);
    player.play();
    sound.start();
    sound.end();
    await settle();
    expect(state().currentId).toBe(2); // the next time, the next episode follows
    player.destroy();
  });

  it('means the episode that plays then', async () => {
    const { player, sound, state } = await setUp('episode');
    player.next();
    await settle();
    sound.start(100);
    sound.end();
    await settle();
    expect([state().currentId, state().state]).toEqual([2, 'ended']);
    player.destroy();
  });

  it('holds if the same episode is asked for again', async () => {
    const { player, sound, state } = await setUp('episode');
    player.load(target(1, { playlist_url: FEED }), { autoplay: true, currentTime: 70 });
    await pass(2);
    sound.end();
    await settle();
    expect([state().currentId, state().state]).toEqual([1, 'ended']);
    player.destroy();
  });
});

describe('a sleep timer until the end of the chapter', () => {
  it('pauses where the next chapter begins', async () => {
    const { player, sound, state, left } = await setUp('chapter');
    expect(left()).toBe(30);
    await pass(29);
    expect(sound.volume).toBeCloseTo(0.25, 1);
    await pass(2);
    expect([state().state, state().sleepTimer]).toEqual(['paused', null]);
    expect(state().currentTime).toBeCloseTo(30, 1);
    player.play();
    sound.start();
    await pass(40);
    expect([state().state, sound.volume]).toEqual(['playing', 0.5]);
    player.destroy();
  });

  it('means the chapter that plays then', async () => {
    const { player, state, left } = await setUp('chapter');
    player.seek(40);
    await pass(1);
    expect(left()).toBe(19);
    await pass(20);
    expect([state().state, Math.round(state().currentTime)]).toEqual(['paused', 60]);
    player.destroy();
  });

  it('is the end of the episode in the last chapter', async () => {
    const { player, sound, state } = await setUp('chapter');
    player.seek(70);
    await pass(1);
    sound.end();
    await settle();
    expect([state().currentId, state().state]).toEqual([1, 'ended']);
    player.destroy();
  });
});

describe('createSleepTimer', () => {
  it('still counts after an exception', () => {
    const player = fakePlayer({ state: 'playing', playing: true, duration: 100, currentTime: 10 });
    const stopAt = vi.fn().mockImplementationOnce(() => {
      throw new Error('no such element');
    });
    const scope = createScope();
    const sound = { setVolume() {} };
    const timer = createSleepTimer({ scope, sound, player, stopAt, onChange() {} });
    expect(() => timer.set('chapter')).toThrow('no such element');
    player.set({ currentTime: 20 });
    expect(timer.shown.sleepTimer).toEqual({ choice: 'chapter', secondsLeft: 80 });
    scope.dispose();
  });
});
