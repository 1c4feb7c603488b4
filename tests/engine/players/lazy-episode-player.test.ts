import { describe, expect, it, vi } from 'vitest';
import { fakeTime, settle } from '../../helpers/fake-time.ts';
import { episode, target, testPlayer } from '../../helpers/test-player.ts';

fakeTime();

describe('the episode-by-id player', () => {
  it('is in error from the start if an episode has no segments, and asks for no ads', async () => {
    const planAds = vi.fn(async () => null);
    const { player, state } = testPlayer({ planAds });
    player.adopt(episode(1, { segments: [] }));
    expect(state()).toMatchObject({ state: 'error', error: 'EPISODE_UNAVAILABLE' });
    player.play();
    await settle();
    expect(state()).toMatchObject({ state: 'error', error: 'EPISODE_UNAVAILABLE', playing: false });
    expect(planAds).not.toHaveBeenCalled();
    player.destroy();
  });

  it('fetches the head of the sound when a pointer passes by, and changes nothing that plays', async () => {
    const { player, sound, state } = testPlayer();
    player.load(target(1));
    await settle();
    player.warmUp();
    expect([sound.url, sound.isWarm, sound.isPlaying, state().state]).toEqual([
      '1.mp3',
      true,
      false,
      'loaded',
    ]);
    player.seek(30);
    player.play();
    sound.start(100);
    player.warmUp(target(1));
    player.warmUp(target(2));
    expect([sound.fileTime, sound.isPlaying, state().currentId]).toEqual([30, true, 1]);
    player.destroy();
  });

  it('asks nothing of a server that has failed when a pointer passes by', async () => {
    const { player, loadEpisode, state } = testPlayer({ episodes: { 1: new Error('down') } });
    player.load(target(1));
    await settle();
    player.warmUp();
    expect(loadEpisode).toHaveBeenCalledTimes(1);
    expect(state()).toMatchObject({ state: 'error', error: 'EPISODE_UNAVAILABLE' });
    player.destroy();
  });

  it('stops the silence when the system pauses it', async () => {
    const { player, sound, state } = testPlayer();
    player.load(target(1), { autoplay: true });
    expect(sound.isPlaying).toBe(true);
    sound.events.paused();
    await settle();
    expect([sound.isPlaying, state().state, state().playing]).toEqual([false, 'loaded', false]);
    player.destroy();
  });
});
