import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPositions } from '../../../src/engine/players/positions.ts';
import { createKeyValue } from '../../../src/lib/key-value.ts';
import { FEED, page, pass, settle, target, testPlayer } from '../../helpers/test-player.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(left: Record<number, number> = {}, options: Parameters<typeof testPlayer>[0] = {}) {
  const positions = createPositions(
    createKeyValue(() => {
      throw new Error('memory will do');
    }),
  );
  for (const [id, seconds] of Object.entries(left)) positions.save(Number(id), seconds, 100);
  return { positions, ...testPlayer({ positions, ...options }) };
}

describe('the place at which an episode was left', () => {
  it('is remembered while it plays, every 5 seconds', async () => {
    const { positions, player, listen } = setUp();
    await listen();
    await pass(14.9);
    expect(positions.get(1)).toBeNull(); // at 5 s and just before 10 s there was nothing to come back to
    await pass(5.2);
    expect([14, 19]).toContain(positions.get(1));
    const before = positions.get(1) ?? 0;
    await pass(5);
    expect(positions.get(1)).toBe(before + 5);
    player.destroy();
  });

  it.each([
    ['a pause', (world: ReturnType<typeof setUp>) => world.player.pause()],
    ['an error', (world: ReturnType<typeof setUp>) => world.sound.fail('network')],
    ['the end of the player', (world: ReturnType<typeof setUp>) => world.player.destroy()],
    ['another episode', (world: ReturnType<typeof setUp>) => world.player.load(target(2))],
  ])('is remembered at %s', async (_, leave) => {
    const world = setUp();
    await world.listen();
    await pass(43.5);
    leave(world);
    expect(world.positions.get(1)).toBe(43);
    world.player.destroy();
  });

  it.each([
    ['load', false],
    ['play', true],
  ])('is offered on %s, and taken by resume()', async (_, autoplay) => {
    const { player, sound, state } = setUp({ 1: 42 });
    player.load(target(1), { autoplay });
    expect(state()).toMatchObject({ resumeTime: 42, currentTime: 0 });
    await settle();
    player.resume();
    expect([state().resumeTime, sound.fileTime, state().playing]).toEqual([null, 42, true]);
    player.destroy();
  });

  it('is offered separately for each episode of a list', async () => {
    const { player, state } = setUp({ 2: 42 }, { feeds: { [FEED]: page([1, 2]) } });
    player.load(target(1, { playlist_url: FEED }));
    await settle();
    expect(state().resumeTime).toBeNull();
    player.next();
    expect(state().resumeTime).toBe(42);
    player.destroy();
  });

  it('stays offered, and is not overwritten, in the first moments of another place', async () => {
    const { positions, player, state, listen } = setUp({ 1: 42 });
    await listen();
    await pass(9);
    expect([state().resumeTime, positions.get(1)]).toEqual([42, 42]);
    player.pause();
    expect(positions.get(1)).toBe(42);
    player.destroy();
    expect(positions.get(1)).toBe(42);
  });

  it('is offered no more after ten seconds of another place', async () => {
    const { positions, player, state, listen } = setUp({ 1: 42 });
    await listen();
    await pass(10.1);
    expect(state().resumeTime).toBeNull();
    player.pause();
    expect(positions.get(1)).toBe(10);
    player.destroy();
  });

  it.each([
    ['a seek', (player: ReturnType<typeof setUp>['player']) => player.seek(5)],
    [
      'a deep link',
      (player: ReturnType<typeof setUp>['player']) => player.load(target(1), { currentTime: 5 }),
    ],
    [
      'an offset range',
      (player: ReturnType<typeof setUp>['player']) => player.load(target(1, { offset_start: 5 })),
    ],
  ])('is offered no more after %s', async (_, go) => {
    const { player, state } = setUp({ 1: 42 });
    player.load(target(1));
    await settle();
    go(player);
    expect([state().resumeTime, state().currentTime]).toEqual([null, 5]);
    player.destroy();
  });

  it('is dropped near the end', async () => {
    const { positions, player, sound, listen } = setUp({ 1: 42 });
    await listen();
    player.seek(75);
    player.pause();
    expect(positions.get(1)).toBeNull();
    player.seek(50);
    player.play();
    sound.start();
    player.pause();
    expect(positions.get(1)).toBe(50);
    player.play();
    sound.start();
    sound.end();
    expect(positions.get(1)).toBeNull();
    player.destroy();
  });

  it('is neither remembered nor offered of a live episode', async () => {
    const { positions, player, sound } = setUp(
      {},
      { episodes: { 1: { type: 'LIVE', duration: 0, http_url: 'live.m3u8' } } },
    );
    player.load(target(1), { autoplay: true });
    await settle();
    sound.start(Infinity);
    await pass(60);
    player.pause();
    expect(positions.get(1)).toBeNull();
    player.destroy();
  });
});

describe('resume()', () => {
  it('plays from its present place if nothing is remembered', async () => {
    const { player, sound, state } = setUp();
    player.load(target(1));
    await settle();
    player.resume();
    expect([sound.fileTime, state().playing]).toEqual([0, true]);
    player.destroy();
  });
});
