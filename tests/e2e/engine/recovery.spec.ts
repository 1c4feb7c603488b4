import type { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';
import { BYTES_PER_SECOND } from './tones.ts';

const NEAR_S = 0.3;

/** Goes on at the second at which it stood still, and sounds like it. */
async function expectGoesOn(player: EnginePage, from: number): Promise<void> {
  await player.expectState('playing', 30_000);
  await player.expectPast(from + 0.3);
  const said = await player.page.evaluate(() => window.harness.said);
  const waited = said.findLast(({ name }) => name === 'waiting');
  const resumed = said.findLast(({ name }) => name === 'playing');
  expect(Math.abs((waited?.currentTime ?? 0) - (resumed?.currentTime ?? Infinity))).toBeLessThan(
    NEAR_S,
  );
  const heard = await player.hear();
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
  expect(await player.countSounding()).toBe(1);
}

test('a stall of 5 s is waited for', async ({ player, server }) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, { stallAt: 4 * BYTES_PER_SECOND, stallMs: 5_000, times: 1 });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.expectState('waiting');
  expect((await player.snapshot()).playing).toBe(true);
  const { currentTime } = await player.snapshot();
  await expectGoesOn(player, currentTime);
});

test('a file that breaks off in its middle goes on', async ({ player, server }) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, { cutAt: 4 * BYTES_PER_SECOND, times: 1 });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.expectPast(5, 30_000);
  const heard = await player.hear();
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
  expect((await player.snapshot()).error).toBe(null);
});

test('a lost connection is waited for, and the sound goes on where it was', async ({
  context,
  player,
  server,
}) => {
  const http_url = server.addChirp('a.wav', 0);
  // No more than what is needed, so that the loss is felt soon.
  server.spoil(http_url, { bytesPerSecond: 2 * BYTES_PER_SECOND });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.expectPast(1);
  await context.setOffline(true);
  server.goOffline();
  await player.expectState('waiting');
  const { currentTime, playing } = await player.snapshot();
  expect(playing).toBe(true);
  server.heal(http_url);
  server.comeBack();
  await context.setOffline(false);
  await expectGoesOn(player, currentTime);
});

test('a server that knows no ranges is played, and sought once its bytes are here', async ({
  player,
  server,
}) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, { noRanges: true });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.expectPast(0.5);
  await player.seek(20);
  await player.expectState('playing');
  await player.expectPast(20);
  const heard = await player.hear();
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
});

test('30 kB/s is enough for what needs less', async ({ player, server }) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, { bytesPerSecond: 30_000 });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.expectPast(3);
  const heard = await player.hear();
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
  const said = await player.said();
  expect(said.filter((name) => name === 'error')).toEqual([]);
});

for (const lengthOff of [-100_000, 100_000]) {
  test(`a length that is wrong by ${lengthOff} bytes ends in the end or an error`, async ({
    player,
    server,
  }) => {
    const http_url = server.addChirp('a.wav', 0, 8);
    server.spoil(http_url, { lengthOff, noRanges: true });
    await player.load(server.addEpisode([{ http_url, ends_at: 8 }]), { autoplay: true });
    await expect
      .poll(async () => (await player.snapshot()).state, { timeout: 30_000 })
      .toMatch(/ended|error/);
    expect((await player.snapshot()).playing).toBe(false);
    expect(await player.countSounding()).toBe(0);
  });
}

test('a wrong media type does not keep good sound from playing', async ({ player, server }) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, { type: 'application/octet-stream' });
  await player.playFrom(server.addEpisode([{ http_url }]));
  expect((await player.hear()).file).toBe(0);
});

test('an expired token is renewed, and the sound comes', async ({ player, server }) => {
  await player.page.evaluate(() => {
    window.player.destroy();
    window.player = window.harness.create({ accessToken: 'somebody' });
  });
  const sso = () => server.asked.filter(({ path }) => path === '/api/v2/auth/sso').length;
  await expect.poll(sso).toBe(1);
  server.addChirp('7/ondemand.mp3', 2);
  const playback_url = `${server.origin}/audio/7/play.mp3`;
  const target = server.addEpisode([{ http_url: playback_url }], { playback_url });
  server.tokens.clear(); // all that were given have expired
  await player.playFrom(target, 6);
  const heard = await player.hear();
  expect(heard.file).toBe(2);
  expect(heard.second).toBeGreaterThan(5.8);
  expect(sso()).toBe(2);
});
