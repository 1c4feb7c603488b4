// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createPlayer } from '../src/index.ts';

describe('createPlayer on a server', () => {
  it('makes a player that plays nothing, names the reason, and keeps nothing running', () => {
    const player = createPlayer({ apiUrl: 'https://api.test', culture: 'en' });
    player.load({ episode_id: 1, station_url: 'https://api.test/v2/episodes/1' });
    player.play();
    player.setVolume(30);
    expect(player.getSnapshot()).toMatchObject({
      state: 'unsupported',
      error: 'PLAYBACK_UNSUPPORTED',
      playing: false,
      volume: 30,
    });
    player.destroy();
  });
});
