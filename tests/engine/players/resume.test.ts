import { describe, expect, it } from 'vitest';
import { keepPlaces } from '../../../src/engine/players/keep-places.ts';
import { createPositions } from '../../../src/engine/players/positions.ts';
import { createProgress } from '../../../src/engine/players/progress.ts';
import { createKeyValue } from '../../../src/lib/key-value.ts';
import { createScope } from '../../../src/lib/scope.ts';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import { adSlot, FEED, page, segment, target, testPlayer } from '../../helpers/test-player.ts';

fakeTime();

const LONG = { duration: 1_000 };
const EPISODES = { 1: LONG, 2: LONG };

/** A player with the parts of `createPlayer`. `left` are the places of episodes that were left. */
function setUp(left: Record<number, number> = {}, options: Parameters<typeof testPlayer>[0] = {}) {
  const storage = createKeyValue(() => {
    throw new Error('memory will do');
  });
  const progress = createProgress(storage);
  for (const [id, seconds] of Object.entries(left)) progress.save(Number(id), seconds, 1_000);
  const scope = createScope();
  let isKept = false;
  const world = testPlayer({
    positions: createPositions(storage),
    episodes: EPISODES,
    onPlay(player, offer) {
      if (!isKept) keepPlaces({ player, progress, scope, offer });
      isKept = true;
    },
    ...options,
  });
  return {
    ...world,
    progress,
    placeOf: (id: number) => progress.get(id)?.position ?? null,
    isPlayed: (id: number) => progress.get(id)?.played ?? false,
    /** The listener's press of the button, until sound is audible. */
    async press(id = 1) {
      world.player.toggle(target(id));
      await settle();
      world.sound.start(1_000);
    },
    close() {
      world.player.destroy();
      scope.dispose();
    },
  };
}
type World = ReturnType<typeof setUp>;

describe('the place at which an episode was left', () => {
  it('is stored while it plays, every 5 seconds', async () => {
    const { placeOf, press, close } = setUp();
    await press();
    await pass(9.9);
    expect(placeOf(1)).toBeNull(); // at 5 s there was no stored place
    await pass(5.2);
    const before = placeOf(1) ?? 0;
    expect(before).toBeGreaterThanOrEqual(10);
    await pass(5);
    expect(placeOf(1)).toBe(before + 5);
    close();
  });

  it.each<[string, (world: World) => void]>([
    ['a pause', ({ player }) => player.pause()],
    ['an error', ({ sound }) => sound.fail('network')],
    ['the end of the player', ({ close }) => close()],
    ['another episode', ({ player }) => player.load(target(2))],
  ])('is stored at %s', async (_, leave) => {
    const world = setUp();
    await world.press();
    await pass(43.5);
    leave(world);
    expect(world.placeOf(1)).toBe(43);
    world.close();
  });

  it('is shown before Play is pressed, without a sound', async () => {
    const { player, sound, state, close } = setUp({ 1: 420 });
    player.load(target(1));
    expect(state()).toMatchObject({ resumeTime: 420, currentTime: 420 });
    await settle();
    expect(state()).toMatchObject({ currentTime: 420, state: 'loaded' });
    expect(sound.opened).toEqual([]);
    close();
  });

  it.each<[string, (world: World) => void | Promise<void>]>([
    ['the button of the episode', ({ player }) => player.toggle(target(1))],
    [
      'the button of a player that holds it',
      async ({ player }) => {
        player.load(target(1));
        await settle();
        player.toggle();
      },
    ],
    [
      'resume()',
      ({ player }) => {
        player.load(target(1));
        player.resume();
      },
    ],
  ])('is where %s goes on', async (_, press) => {
    const world = setUp({ 1: 420 });
    await press(world);
    await settle();
    expect([world.sound.fileTime, world.state().playing]).toEqual([420, true]);
    world.close();
  });

  it.each<[string, (world: World) => void | Promise<void>]>([
    ['load() with autoplay', ({ player }) => player.load(target(1), { autoplay: true })],
    [
      'play()',
      async ({ player }) => {
        player.load(target(1));
        await settle();
        player.play();
      },
    ],
    [
      'play() while it loads',
      ({ player }) => {
        player.load(target(1));
        player.play();
      },
    ],
  ])('is not where %s of a script begins', async (_, play) => {
    const world = setUp({ 1: 420 });
    await play(world);
    await settle();
    expect([world.sound.fileTime, world.state().resumeTime]).toEqual([0, 420]);
    world.close();
  });

  it('is where a list goes on, after the end of an episode and with next()', async () => {
    const feeds = { [FEED]: page([1, 2]) };
    const { player, state, close } = setUp({ 2: 420 }, { feeds });
    player.load(target(1, { playlist_url: FEED }));
    await settle();
    player.next();
    expect(state().currentTime).toBe(420);
    close();
  });

  it('goes on as usual from there', async () => {
    const { placeOf, press, close } = setUp({ 1: 420 });
    await press();
    await pass(12);
    expect(placeOf(1)).toBeGreaterThanOrEqual(425);
    close();
  });

  it.each<[string, number, (world: World) => void]>([
    ['the beginning', 0, ({ player }) => player.seek(0)],
    ['a deep link', 700, ({ player }) => player.load(target(1), { currentTime: 700 })],
    ['an offset range', 700, ({ player }) => player.load(target(1, { offset_start: 700 }))],
  ])('stays stored until a minute was heard from %s', async (_, from, go) => {
    const world = setUp({ 1: 420 });
    world.player.load(target(1));
    await settle();
    go(world);
    await world.press();
    expect(world.sound.fileTime).toBe(from);
    await pass(55);
    world.player.pause();
    expect([world.placeOf(1), world.state().resumeTime]).toEqual([420, 420]);
    world.player.play();
    world.sound.start(1_000);
    await pass(12);
    expect(world.state().resumeTime).toBeNull();
    expect(world.placeOf(1)).toBeGreaterThanOrEqual(from + 60);
    world.close();
  });

  it.each([
    ['soon after it', 420, 435],
    ['a minute after it', 420, 480],
    ['a minute and a half after it', 420, 509],
    ['soon before it', 420, 400],
    ['before it, and passes second 10', 35, 5],
  ])('stays stored until a minute was heard %s', async (_, place, from) => {
    const { player, placeOf, press, state, close } = setUp({ 1: place });
    player.load(target(1), { currentTime: from });
    await press();
    await pass(55);
    player.pause();
    expect([placeOf(1), state().resumeTime]).toEqual([place, place]);
    close();
  });

  it('stays stored if the listener skips forward, again and again', async () => {
    const { player, sound, placeOf, press, close } = setUp({ 1: 420 });
    await press();
    for (const to of [450, 480, 510]) {
      player.seek(to);
      sound.start();
      await pass(1);
    }
    close();
    expect(placeOf(1)).toBe(420);
  });

  it('stays stored if playback began elsewhere and its clock stumbles', async () => {
    const { player, sound, placeOf, close } = setUp({ 1: 420 });
    player.load(target(1), { currentTime: 440, autoplay: true });
    await settle();
    sound.start(1_000);
    await pass(3);
    sound.fileTime -= 0.2; // as on a busy machine
    await pass(9);
    player.pause();
    expect(placeOf(1)).toBe(420);
    close();
  });

  it('follows one skip forward', async () => {
    const { player, sound, placeOf, press, close } = setUp({ 1: 420 });
    await press();
    await pass(8);
    player.seek(458);
    sound.start();
    await pass(4);
    player.pause();
    expect(placeOf(1)).toBe(462);
    close();
  });

  it('is stored at once where a listener without a place seeks to', async () => {
    const { player, sound, placeOf, press, close } = setUp();
    await press();
    player.seek(500);
    sound.start();
    await pass(0.5);
    expect(placeOf(1)).toBe(500);
    close();
  });

  it('is offered as far as the listener has come from it', async () => {
    const { player, placeOf, press, state, close } = setUp({ 1: 420 });
    await press();
    await pass(21);
    player.seek(900);
    await pass(3);
    expect(placeOf(1)).toBe(440);
    expect(state().resumeTime).toBe(440);
    close();
  });

  it('stays stored if the listener goes back to the beginning soon after he went on', async () => {
    const { player, placeOf, press, state, close } = setUp({ 1: 420 });
    await press();
    await pass(21);
    player.seek(0);
    await pass(50);
    close();
    expect(placeOf(1)).toBe(440);
    expect(state().resumeTime).toBe(440);
  });

  it('follows a short skip back', async () => {
    const { player, sound, placeOf, press, close } = setUp({ 1: 420 });
    await press();
    player.seek(405);
    sound.start();
    await pass(6);
    player.pause();
    expect(placeOf(1)).toBe(411);
    close();
  });

  it('is not written by a player that has not played since', async () => {
    const one = setUp();
    await one.press();
    await pass(100);
    one.player.pause();
    expect(one.placeOf(1)).toBe(100);
    one.progress.save(1, 500, 1_000); // another tab
    one.close();
    expect(one.placeOf(1)).toBe(500);
  });

  it('counts content seconds, whatever ads play in between', async () => {
    const segments = [segment('a.mp3', 0, 500), adSlot('ad.mp3', 30), segment('b.mp3', 0, 500)];
    const { player, sound, close } = setUp({ 1: 620 }, { episodes: { 1: { ...LONG, segments } } });
    player.toggle(target(1));
    await settle();
    expect([sound.url, sound.fileTime]).toEqual(['b.mp3', 120]);
    close();
  });

  it('gives way to a mark at the end, and the episode begins at its start', async () => {
    const { player, sound, placeOf, isPlayed, press, close } = setUp({ 1: 420 });
    await press();
    sound.end();
    expect([placeOf(1), isPlayed(1)]).toEqual([0, true]);
    player.load(target(2));
    await press(1);
    expect(sound.fileTime).toBe(0);
    close();
  });

  it('is the beginning if the audio is shorter by now', async () => {
    const { player, sound, state, close } = setUp(
      { 1: 900 },
      { episodes: { 1: { duration: 600 } } },
    );
    player.toggle(target(1));
    await settle();
    sound.start(600);
    expect(state()).toMatchObject({ state: 'playing', currentTime: 0 });
    close();
  });

  it('is neither stored nor offered of a live episode', async () => {
    const live = { type: 'LIVE', duration: 0, http_url: 'live.m3u8' } as const;
    const { player, sound, placeOf, close } = setUp({}, { episodes: { 1: live } });
    player.toggle(target(1));
    await settle();
    sound.start(Infinity);
    await pass(60);
    player.pause();
    expect(placeOf(1)).toBeNull();
    close();
  });
});

describe('resume()', () => {
  it('plays from its present place if nothing is remembered', async () => {
    const { player, sound, state, close } = setUp();
    player.load(target(1));
    await settle();
    player.resume();
    expect([sound.fileTime, state().playing]).toEqual([0, true]);
    close();
  });
});
