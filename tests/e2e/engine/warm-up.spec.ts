import { expect, test } from './engine-test.ts';

const MAX_BYTES = 128_000;

// A pointer over Play must not download the whole file, whatever the connection.
test('warming up fetches the head of a file and no more, on slow and fast lines', async ({
  player,
  server,
}) => {
  for (const bytesPerSecond of [1_000_000, 4_000_000]) {
    const name = `${bytesPerSecond}.mp3`;
    const http_url = server.addSpeech(name);
    // No data follows the first part, so that the browser's reading time does not matter.
    server.spoil(http_url, { bytesPerSecond, latencyMs: 150, stallAt: MAX_BYTES, stallMs: 60_000 });
    const target = server.addEpisode([{ http_url, ends_at: 180 }], { mime_type: 'audio/mpeg' });
    await player.load(target);
    await player.expectState('loaded');
    await player.page.evaluate(() => window.player.warmUp());
    await expect.poll(() => server.askedIn(`/audio/${name}`).length).toBeGreaterThan(0);
    await expect.poll(() => server.brokenOff).toContain(`/audio/${name}`);
    server.heal(http_url);
    const sent = server.sent.get(`/audio/${name}`) ?? 0;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(MAX_BYTES);
    await player.play();
    await player.expectState('playing');
    await player.expectPast(1);
  }
});

test('a file that was warmed up needs no further answer to begin', async ({ player, server }) => {
  const http_url = server.addSpeech('a.mp3');
  server.spoil(http_url, { bytesPerSecond: 1_000_000 });
  await player.load(server.addEpisode([{ http_url, ends_at: 180 }], { mime_type: 'audio/mpeg' }));
  await player.expectState('loaded');
  await player.page.evaluate(() => window.player.warmUp());
  const isWarm = () =>
    player.page.evaluate(() => window.harness.sounds.some(({ readyState }) => readyState > 1));
  await expect.poll(isWarm).toBe(true);
  server.spoil(http_url, { hang: true }); // from here on all requests hang
  await player.play();
  await player.expectState('playing');
});
