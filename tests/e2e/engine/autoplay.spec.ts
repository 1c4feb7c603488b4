import { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';

test('nothing plays without a gesture, and the player says so', async ({ context, server }) => {
  const { station_url } = server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]);
  const page = await context.newPage();
  await page.goto(`${server.origin}/?play=${encodeURIComponent(station_url)}`);
  await expect.poll(() => server.asked.map(({ path }) => path)).toContain('/said/loaded/false');
  const player = new EnginePage(page);
  expect(await player.countSounding()).toBe(0);
  const { state, playing, error } = await player.snapshot();
  expect({ state, playing, error }).toEqual({ state: 'loaded', playing: false, error: null });
});
