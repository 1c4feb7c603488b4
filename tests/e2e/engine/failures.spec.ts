import type { Fault } from './delivery.ts';
import { expect, test } from './engine-test.ts';

const AUDIO_FAULTS: readonly (readonly [string, Fault, string])[] = [
  ['404', { status: 404 }, 'EPISODE_UNAVAILABLE'],
  ['500', { status: 500 }, 'EPISODE_UNAVAILABLE'],
  ['403', { status: 403 }, 'EPISODE_UNAVAILABLE'],
  ['a page', { html: '<h1>Hello</h1>' }, 'EPISODE_UNAVAILABLE'],
  ['empty', { cutAt: 0 }, 'EPISODE_UNAVAILABLE'],
];

test('missing audio is an error, and play() retries at the same second', {
  tag: ['@smoke', '@firefox'],
}, async ({ player, server }) => {
  for (const [index, [name, fault, reason]] of AUDIO_FAULTS.entries()) {
    const http_url = server.addChirp(`${index}.wav`, 0); // a new name, because Chromium caches a file per page
    server.spoil(http_url, fault);
    await player.load(server.addEpisode([{ http_url }]), { autoplay: true, currentTime: 12 });
    await player.expectState('error');
    const { playing, error, currentTime } = await player.snapshot();
    expect({ playing, error, currentTime }, name).toEqual({
      playing: false,
      error: reason,
      currentTime: 12,
    });
    expect(await player.countSounding()).toBe(0);
    server.heal(http_url);
    await player.play();
    await player.expectState('playing');
    expect((await player.hear()).second, name).toBeGreaterThan(11.8);
  }
});
