import { expect, test } from './engine-test.ts';

const MAX_BYTES = 128_000;

// A pointer over Play must not cost a listener the whole file, whatever the line.
for (const bytesPerSecond of [1_000_000, 4_000_000]) {
  test(`warming up fetches the head of a file and no more, at ${bytesPerSecond} bytes a second`, async ({
    player,
    server,
  }) => {
    const http_url = server.addSpeech('a.mp3');
    // Nothing follows the head, so that it does not matter how long the browser needs to read it.
    server.spoil(http_url, { bytesPerSecond, latencyMs: 150, stallAt: MAX_BYTES, stallMs: 60_000 });
    const target = server.addEpisode([{ http_url, ends_at: 180 }], { mime_type: 'audio/mpeg' });
    await player.load(target);
    await player.expectState('loaded');
    await player.page.evaluate(() => window.player.warmUp());
    await expect.poll(() => server.askedIn('/audio/').length).toBeGreaterThan(0);
    await expect.poll(() => server.brokenOff).toContain('/audio/a.mp3');
    server.heal(http_url);
    const sent = server.sent.get('/audio/a.mp3') ?? 0;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(MAX_BYTES);
    await player.play();
    await player.expectState('playing');
    await player.expectPast(1);
  });
}

test('a file that was warmed up needs no further answer to begin', async ({ player, server }) => {
  const http_url = server.addSpeech('a.mp3');
  server.spoil(http_url, { bytesPerSecond: 1_000_000 });
  await player.load(server.addEpisode([{ http_url, ends_at: 180 }], { mime_type: 'audio/mpeg' }));
  await player.expectState('loaded');
  await player.page.evaluate(() => window.player.warmUp());
  const isWarm = () =>
    player.page.evaluate(() => window.harness.sounds.some(({ readyState }) => readyState > 1));
  await expect.poll(isWarm).toBe(true);
  server.spoil(http_url, { hang: true }); // from here on nothing is answered
  await player.play();
  await player.expectState('playing');
});
