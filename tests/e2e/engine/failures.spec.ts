import type { Fault } from './delivery.ts';
import { expect, test } from './engine-test.ts';

const AUDIO_FAULTS: readonly (readonly [string, Fault, string])[] = [
  ['404', { status: 404 }, 'EPISODE_UNAVAILABLE'],
  ['500', { status: 500 }, 'EPISODE_UNAVAILABLE'],
  ['403', { status: 403 }, 'EPISODE_UNAVAILABLE'],
  ['a page', { html: '<h1>Hello</h1>' }, 'EPISODE_UNAVAILABLE'],
  ['empty', { cutAt: 0 }, 'EPISODE_UNAVAILABLE'],
];

test('missing audio is an error, and play() retries at the same second', async ({
  player,
  server,
}) => {
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

test('audio of an unsupported type is reported as such', async ({ player, server }) => {
  const bytes = Buffer.from('MThd, and no more of a song than that');
  const http_url = server.addFile('song.mid', { bytes, type: 'audio/midi' });
  await player.load(server.addEpisode([{ http_url }], { mime_type: 'audio/midi' }), {
    autoplay: true,
  });
  await player.expectState('error');
  expect((await player.snapshot()).error).toBe('PLAYBACK_UNSUPPORTED');
});

test('audio without a connection is a network error', async ({ context, player, server }) => {
  const target = server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]);
  await player.load(target);
  await player.expectState('loaded');
  await context.setOffline(true);
  await player.play();
  await player.expectState('error');
  expect((await player.snapshot()).error).toBe('NETWORK');
  await context.setOffline(false);
  await player.play();
  await player.expectState('playing');
});

test('an episode without audio is not available', async ({ player, server }) => {
  await player.load(server.addEpisode([], { http_url: '' }), { autoplay: true });
  await player.expectState('error');
  const { playing, error } = await player.snapshot();
  expect({ playing, error }).toEqual({ playing: false, error: 'EPISODE_UNAVAILABLE' });
});
