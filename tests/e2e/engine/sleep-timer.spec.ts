import type { SleepChoice } from 'earshot';
import type { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';

const set = (player: EnginePage, choice: SleepChoice | null) =>
  player.page.evaluate((choice) => window.player.setSleepTimer(choice), choice);

/** Peak of what is heard, 0 to 1. The recorder hears the sound before the element's volume. */
const loudness = (player: EnginePage) =>
  player.page.evaluate(async () => {
    const [sound] = window.harness.sounding();
    return sound ? (await window.harness.loudness(sound)) * sound.volume : 0;
  });

test('a sleep timer fades the sound out, pauses, and gives the volume back', async ({
  player,
  server,
}) => {
  await player.playFrom(server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]));
  await player.expectPast(0.5);
  const full = await loudness(player);
  expect(full).toBeGreaterThan(0);
  await set(player, 0.2); // 12 s, of which the sound fades for 10
  await expect.poll(async () => (await player.snapshot()).sleepTimer?.secondsLeft).toBeLessThan(6);
  const fading = await loudness(player);
  expect(fading).toBeLessThan(full * 0.75);
  expect(fading).toBeGreaterThan(0);
  const { volume } = await player.snapshot();
  await player.expectState('paused');
  const paused = await player.snapshot();
  expect([paused.sleepTimer, paused.volume]).toEqual([null, volume]);
  expect(paused.currentTime).toBeLessThan(6); // where the fade began
  expect(await player.countSounding()).toBe(0);

  await player.play();
  await player.expectState('playing');
  await player.expectPast(paused.currentTime + 0.3);
  expect(await loudness(player)).toBeGreaterThan(full * 0.9);
});

test('a sleep timer lets the episode end, and the next one does not begin', async ({
  player,
  server,
}) => {
  const files = [server.addChirp('a.wav', 0, 3), server.addChirp('b.wav', 1, 3)];
  const targets = files.map((http_url) => server.addEpisode([{ http_url, ends_at: 3 }]));
  const [first] = targets;
  if (!first) throw new Error('There are two episodes.');
  await player.playFrom({ ...first, playlist_url: server.addPlaylist([targets]) });
  await set(player, 'episode');
  await player.expectState('ended');
  expect(await player.currentEpisode()).toBe(first.episode_id);
  expect((await player.snapshot()).hasNext).toBe(true);
});
