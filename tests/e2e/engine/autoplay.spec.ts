import { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';

// A call from the test counts as a gesture. So a script of the page acts, and reports to the server.

test('an episode waits for a click if there was no gesture', { tag: '@smoke' }, async ({
  context,
  server,
}) => {
  const { station_url } = server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]);
  for (const [query, state] of [
    ['play', 'loaded'],
    ['adopt', 'paused'],
  ] as const) {
    const page = await context.newPage();
    await page.goto(`${server.origin}/?${query}=${encodeURIComponent(station_url)}`);
    await expect.poll(() => server.askedIn('/said/')).toContain(`/said/${state}/false`);
    const player = new EnginePage(page);
    expect(await player.countSounding()).toBe(0);
    const { playing, error } = await player.snapshot();
    expect({ playing, error }).toEqual({ playing: false, error: null });
    await page.getByRole('button').click();
    await player.expectState('playing');
    expect((await player.hear()).file).toBe(0);
    await page.close();
  }
});

test('a page can tell whether it may play', async ({ context, server }) => {
  const page = await context.newPage();
  await page.goto(`${server.origin}/?may-i`);
  await expect.poll(() => server.askedIn('/said/')).toEqual(['/said/autoplay/false']);
  await page.getByRole('button').click();
  const canAutoplay = () => page.evaluate(() => window.harness.canAutoplay());
  await expect.poll(canAutoplay).toBe(true); // a busy machine may need more than 100 ms
  // No answer within 100 ms counts as a refusal.
  const [isAllowed, afterMs] = await page.evaluate(async () => {
    HTMLMediaElement.prototype.play = () => new Promise(() => {});
    const from = performance.now();
    return [await window.harness.canAutoplay(), performance.now() - from] as const;
  });
  expect(isAllowed).toBe(false);
  expect(afterMs).toBeGreaterThan(99);
});
