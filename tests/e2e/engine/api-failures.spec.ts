import type { Fault } from './delivery.ts';
import { expect, test } from './engine-test.ts';

const API_FAULTS: readonly (readonly [string, Fault, string])[] = [
  ['404', { status: 404 }, 'EPISODE_UNKNOWN'],
  ['500', { status: 500 }, 'EPISODE_UNAVAILABLE'],
  ['a page instead of data', { html: '<h1>Hello</h1>' }, 'EPISODE_UNAVAILABLE'],
  ['no answer at all', { hang: true }, 'NETWORK'],
  ['a connection that breaks', { cutAt: 0 }, 'NETWORK'],
];

test('a failure of the API is an error, and play() retries', async ({ player, server }) => {
  for (const [name, fault, reason] of API_FAULTS) {
    const target = server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]);
    server.spoil(target.station_url, fault);
    await player.load(target, { autoplay: true });
    await player.expectState('error');
    const { playing, error } = await player.snapshot();
    expect({ playing, error }, name).toEqual({ playing: false, error: reason });
    server.heal(target.station_url);
    await player.play();
    await player.expectState('playing');
  }
});
