// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { createScope } from '../src/lib/scope.ts';
import { type ListeningOptions, reportListening } from '../src/report-listening.ts';
import { fakeTime, pass } from './helpers/fake-time.ts';
import { API, target, testPlayer } from './helpers/test-player.ts';

fakeTime();

async function setUp(more: Partial<ListeningOptions> = {}, station_url = `${API}/1`) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    throw new TypeError('offline');
  });
  const options = { apiUrl: 'https://api.test', fetch, listening: 'site' as const, ...more };
  const world = testPlayer();
  reportListening(world.player, options, createScope());
  await world.listen(target(1, { station_url }));
  await pass(30);
  const sent = () => fetch.mock.calls.map(([, init]) => String(init?.body));
  return { ...world, options, fetch, sent };
}

describe('reportListening', () => {
  it('posts a form without credentials, and is silent if it is offline', async () => {
    const { player, fetch } = await setUp();
    player.pause();
    expect(fetch).toHaveBeenCalledExactlyOnceWith('https://api.test/v2/episodes/1/listening', {
      method: 'POST',
      body: new URLSearchParams({ start: 'true', heard: '0-30', quartiles: '1', place: 'site' }),
      keepalive: true,
      credentials: 'omit',
    });
  });

  it('names the host around an embed, and the key of a private episode', async () => {
    const { player, sent } = await setUp({ listening: 'embed' }, `${API}/1?key=secret`);
    player.pause();
    const fields = Object.fromEntries(new URLSearchParams(sent()[0]));
    expect(fields).toMatchObject({ place: 'embed', host: location.hostname, key: 'secret' });
  });

  it.each<[string, Partial<ListeningOptions>]>([
    ['has refused consent', { consent: false }],
    ['refuses to be tracked', { client_dnt: true }],
  ])('sends nothing about a listener who %s', async (_, options) => {
    const { player, fetch } = await setUp(options);
    player.pause();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('follows a withdrawal', async () => {
    const { player, options, fetch } = await setUp();
    Object.assign(options, { consent: false });
    player.pause();
    expect(fetch).not.toHaveBeenCalled();
  });
});
