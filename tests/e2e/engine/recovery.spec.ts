import { STALL_RELOAD_MS } from '../../../src/contract/limits.ts';
import { expect, test } from './engine-test.ts';
import { BYTES_PER_SECOND } from './tones.ts';

declare global {
  interface Window {
    /** Seconds of sound that differ from the reported position. */
    liesAt: number[];
  }
}

const NEAR_S = 0.3;

test('a connection that falls silent is noticed, and replaced at the same second', {
  tag: '@firefox',
}, async ({ page, player, server }) => {
  const silentFrom = 5;
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, {
    stallAt: silentFrom * BYTES_PER_SECOND,
    stallMs: 120_000,
    times: 1,
  });
  // The limit passes at once. Only the sound keeps real time.
  await page.clock.install();
  await player.open(server.origin);
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.expectPast(silentFrom / 2); // a busy browser can also wait at its start
  // Firefox fires no event for this while it has buffered data.
  await player.expectState('waiting');
  const { playing, currentTime, error } = await player.snapshot();
  expect({ playing, error }).toEqual({ playing: true, error: null });
  expect(currentTime).toBeLessThan(silentFrom + 0.1);
  await expect
    .poll(async () => {
      await page.clock.runFor(STALL_RELOAD_MS);
      return server.askedIn('/audio/').length;
    })
    .toBeGreaterThan(1);
  await player.expectState('playing');
  await player.expectPast(currentTime + 0.3);
  const said = await page.evaluate(() => window.harness.said);
  const waited = said.findLast(({ name }) => name === 'waiting');
  const resumed = said.findLast(({ name }) => name === 'playing');
  expect(resumed?.currentTime).toBeCloseTo(waited?.currentTime ?? Number.NaN, 0);
  const heard = await player.hear();
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
  expect(await player.countSounding()).toBe(1);
});

test('playback continues after the connection breaks in the middle of a file', {
  tag: ['@smoke', '@firefox'],
}, async ({ player, server }) => {
  const http_url = server.addChirp('a.wav', 0);
  // The server sends slowly, because a break would discard data in flight.
  server.spoil(http_url, {
    bytesPerSecond: 2 * BYTES_PER_SECOND,
    cutAt: 4 * BYTES_PER_SECOND,
    times: 1,
  });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.expectPast(5, 30_000);
  expect(await player.currentTime()).toBeLessThan(8);
  const heard = await player.hear();
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
  expect(await player.said()).not.toContain('ended');
  expect((await player.snapshot()).error).toBe(null);
});

test('a seek waits in silence until a server without ranges has sent the second', {
  tag: ['@smoke', '@firefox'],
}, async ({ player, server }) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, { noRanges: true, bytesPerSecond: 4 * BYTES_PER_SECOND });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.expectPast(0.5);
  await player.page.evaluate(() => {
    const { player, harness } = window;
    window.liesAt = [];
    player.seek(25);
    setInterval(() => {
      const { state, currentTime } = player.getSnapshot();
      const [sound] = harness.sounding();
      const heard = sound?.currentTime ?? currentTime;
      if (state === 'playing' && Math.abs(heard - currentTime) > 1) window.liesAt.push(heard);
    }, 20);
  });
  await player.expectPast(25.5, 60_000);
  expect(await player.page.evaluate(() => window.liesAt)).toEqual([]);
  const heard = await player.hear();
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
});

test('an episode ends with its sound if the server claims a wrong length', async ({
  player,
  server,
}) => {
  for (const [index, fault] of [
    { lengthOff: 100_000 },
    { lengthOff: -100_000, noRanges: true },
  ].entries()) {
    const http_url = server.addChirp(`${index}.wav`, 0, 4);
    server.spoil(http_url, fault);
    await player.load(server.addEpisode([{ http_url, ends_at: 4 }]), { autoplay: true });
    await player.expectState('ended', 40_000);
    expect(await player.snapshot()).toMatchObject({ playing: false, currentTime: 4, error: null });
    expect(await player.countSounding()).toBe(0);
    expect(await player.said()).not.toContain('error');
  }
});
