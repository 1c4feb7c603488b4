import { describe, expect, it, vi } from 'vitest';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import { target, testPlayer } from '../../helpers/test-player.ts';

fakeTime();

/** The reason of a refusal; null once sound is audible. */
const outcomeOf = (promise: Promise<void>) =>
  promise.then(
    () => null,
    ({ name, reason }) => [name, reason],
  );

describe('the promise of play()', () => {
  it('resolves when sound is heard, also if it waits for the episode first', async () => {
    const { player, sound } = testPlayer();
    player.load(target(1));
    const outcomes = [outcomeOf(player.play()), outcomeOf(player.play())];
    await settle();
    sound.start(100);
    expect(await Promise.all(outcomes)).toEqual([null, null]);
    expect(await outcomeOf(player.play())).toBe(null);
    player.destroy();
  });

  it('rejects with BLOCKED if the browser wants a gesture first, after the event of that name', async () => {
    const { player, sound, told, note } = testPlayer();
    note('play', 'blocked', 'pause', 'playing');
    player.load(target(1));
    await settle();
    const outcome = outcomeOf(player.play());
    sound.block();
    expect(await outcome).toEqual(['PlayError', 'BLOCKED']);
    expect(told).toEqual(['play', 'blocked', 'pause']);
    const second = outcomeOf(player.play());
    sound.start(100);
    expect(await second).toBe(null);
    player.pause();
    expect(told).toEqual(['play', 'blocked', 'pause', 'play', 'playing', 'pause']);
    player.destroy();
  });

  it('is blocked as well while the episode is still on its way', async () => {
    const { player, sound, told, note } = testPlayer();
    note('blocked');
    player.load(target(1));
    const outcome = outcomeOf(player.play());
    sound.block();
    expect(await outcome).toEqual(['PlayError', 'BLOCKED']);
    expect(told).toEqual(['blocked']);
    player.destroy();
  });

  it.each([
    ['failed', 'EPISODE_UNAVAILABLE'],
    ['network', 'NETWORK'],
    ['unsupported', 'PLAYBACK_UNSUPPORTED'],
    ['setup', 'SETUP_TIMEOUT'],
  ] as const)('rejects a sound that has %s with %s', async (kind, reason) => {
    const { player, sound } = testPlayer();
    player.load(target(1));
    await settle();
    const outcome = outcomeOf(player.play());
    sound.fail(kind);
    expect(await outcome).toEqual(['PlayError', reason]);
    player.destroy();
  });

  it('rejects with ABORTED after a pause, after destroy, and if there is nothing to play', async () => {
    const { player } = testPlayer();
    expect(await outcomeOf(player.play())).toEqual(['PlayError', 'ABORTED']);
    player.load(target(1));
    const paused = outcomeOf(player.play());
    player.pause();
    expect(await paused).toEqual(['PlayError', 'ABORTED']);
    const destroyed = outcomeOf(player.play());
    player.destroy();
    expect(await destroyed).toEqual(['PlayError', 'ABORTED']);
    expect(await outcomeOf(player.play())).toEqual(['PlayError', 'ABORTED']);
  });

  it('rejects with ABORTED, without any sound, if a listener of the event pauses', async () => {
    const { player, sound } = testPlayer();
    player.load(target(1));
    await settle();
    player.on('play', () => player.pause());
    expect(await outcomeOf(player.play())).toEqual(['PlayError', 'ABORTED']);
    expect(sound.isPlaying).toBe(false);
    player.destroy();
  });

  it('resolves if a subscriber plays again at once after a pause', async () => {
    const { player, sound, listen, state } = testPlayer();
    await listen();
    const outcomes: Promise<string[] | null>[] = [];
    const end = player.subscribe(() => {
      if (state().state !== 'paused') return;
      end();
      outcomes.push(outcomeOf(player.play()));
    });
    player.pause();
    sound.start(100);
    expect([await Promise.all(outcomes), state().state]).toEqual([[null], 'playing']);
    player.destroy();
  });

  it('rejects if no audio plays here at all', async () => {
    const { player } = testPlayer({ isSupported: false });
    expect(await outcomeOf(player.play())).toEqual(['PlayError', 'PLAYBACK_UNSUPPORTED']);
    player.destroy();
  });

  it('raises no unhandledrejection if nobody looks at it', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { player, sound } = testPlayer();
    player.load(target(1));
    await settle();
    void player.play();
    sound.fail('failed');
    player.destroy();
    void player.play();
    await pass(1);
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
