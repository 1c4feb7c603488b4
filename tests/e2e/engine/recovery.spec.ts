import type { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';
import type { FaultServer, Target } from './fault-server.ts';
import { BYTES_PER_SECOND } from './tones.ts';

declare global {
  interface Window {
    /** Seconds of sound that differ from the reported position. */
    liesAt: number[];
  }
}

const NEAR_S = 0.3;
const SSO = '/api/v2/auth/sso';

/** The sound resumes at the second at which it stood still. */
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

test('playback continues after a stall of 5 s', async ({ player, server }) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, {
    bytesPerSecond: 1.5 * BYTES_PER_SECOND,
    stallAt: 4 * BYTES_PER_SECOND,
    stallMs: 5_000,
    times: 1,
  });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.expectState('waiting');
  const { playing, currentTime } = await player.snapshot();
  expect(playing).toBe(true);
  await expectGoesOn(player, currentTime);
});

// Firefox fires no event for a stall while it has buffered data.
for (const [name, rate] of [
  ['with much that is buffered', Infinity],
  ['with little that is buffered', 2 * BYTES_PER_SECOND],
] as const) {
  test(`a connection that falls silent ${name} is noticed and replaced`, async ({
    player,
    server,
  }) => {
    const http_url = server.addChirp('a.wav', 0);
    const silentFrom = 12;
    server.spoil(http_url, {
      bytesPerSecond: rate,
      stallAt: silentFrom * BYTES_PER_SECOND,
      stallMs: 120_000,
      times: 1,
    });
    await player.playFrom(server.addEpisode([{ http_url }]));
    await player.page.evaluate(() => window.player.setPlaybackRate(2));
    await player.expectPast(silentFrom / 2); // a busy browser can also wait at its start
    await player.expectState('waiting', 40_000);
    const { playing, currentTime, error } = await player.snapshot();
    expect({ playing, error }).toEqual({ playing: true, error: null });
    expect(currentTime).toBeLessThan(silentFrom + 0.1);
    await player.page.evaluate(() => window.player.setPlaybackRate(1));
    await expectGoesOn(player, currentTime);
    expect(await player.said()).not.toContain('error');
  });
}

test('playback continues after a broken connection and a busy server', async ({
  player,
  server,
}) => {
  const http_url = server.addChirp('a.wav', 0);
  // Much of the file is buffered when the connection breaks, and the browser may play that part repeatedly.
  server.spoil(http_url, {
    bytesPerSecond: 5 * BYTES_PER_SECOND,
    cutAt: 20 * BYTES_PER_SECOND,
    times: 1,
  });
  const isCut = () => server.isSpoilt(http_url);
  await player.playFrom(server.addEpisode([{ http_url }]));
  await expect.poll(isCut).toBe(false);
  server.spoil(http_url, { status: 503 });
  const from = Date.now();
  await player.expectState('waiting', 60_000);
  await expect.poll(() => Date.now() - from, { timeout: 60_000 }).toBeGreaterThan(24_000);
  expect((await player.snapshot()).error).toBe(null);
  const { currentTime } = await player.snapshot();
  server.heal(http_url);
  await player.expectState('playing', 40_000);
  await player.expectPast(currentTime + 0.5);
  const heard = await player.hear();
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
  expect(await player.said()).not.toContain('error');
});

test('the first request is retried if the server is busy', async ({ player, server }) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, { status: 503 });
  await player.load(server.addEpisode([{ http_url }]), { autoplay: true, currentTime: 7 });
  await expect.poll(() => server.askedIn('/audio/').length, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(await player.snapshot()).toMatchObject({ playing: true, error: null });
  server.heal(http_url);
  await player.expectState('playing');
  expect((await player.hear()).second).toBeGreaterThan(6.8);
});

test('playback continues after the connection breaks in the middle of a file', async ({
  player,
  server,
}) => {
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

test('playback continues at the same second after a lost connection', async ({
  context,
  player,
  server,
}) => {
  const http_url = server.addChirp('a.wav', 0);
  // The server sends little in advance, so that the loss has an effect soon.
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

test('playback continues at a second that was chosen while offline', async ({
  context,
  player,
  server,
}) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, { bytesPerSecond: 2 * BYTES_PER_SECOND });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await context.setOffline(true);
  server.goOffline();
  await player.expectState('waiting');
  await player.seek(20);
  expect(await player.currentTime()).toBe(20);
  server.heal(http_url);
  server.comeBack();
  await context.setOffline(false);
  await player.expectState('playing');
  await player.expectPast(20);
  const heard = await player.hear();
  expect(heard.second).toBeGreaterThan(20 - NEAR_S);
  expect(heard.second).toBeLessThan(23);
});

test('a file from a server without ranges plays and seeks after its download', async ({
  player,
  server,
}) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, { noRanges: true });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.seek(20);
  await player.expectState('playing');
  await player.expectPast(20);
  expect(await player.currentTime()).toBeLessThan(25);
  const heard = await player.hear();
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
});

test('a seek waits in silence until a server without ranges has sent the second', async ({
  player,
  server,
}) => {
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

test('playback continues after a seek fails because the server has neither ranges nor CORS', async ({
  player,
  server,
}) => {
  const http_url = server.addChirp('a.wav', 0).replace('localhost', '127.0.0.1');
  server.spoil(http_url, { noRanges: true, noCors: true, bytesPerSecond: 4 * BYTES_PER_SECOND });
  await player.playFrom(server.addEpisode([{ http_url }]));
  await player.seek(25);
  const differs = () =>
    player.page.evaluate(() => {
      const [sound] = window.harness.sounding();
      return Math.abs((sound?.currentTime ?? 99) - window.player.getSnapshot().currentTime);
    });
  await expect.poll(differs).toBeLessThan(0.3);
  const from = await player.currentTime();
  expect(from).toBeLessThan(10);
  await player.expectState('playing');
  await player.expectPast(from + 0.5);
  expect((await player.snapshot()).error).toBe(null);
});

test('30 kB/s is enough for a file of 7 kB/s', async ({ player, server }) => {
  const http_url = server.addSpeech('a.mp3');
  server.spoil(http_url, { bytesPerSecond: 30_000 });
  await player.playFrom(server.addEpisode([{ http_url }], { mime_type: 'audio/mpeg' }));
  await player.expectPast(3);
  // On a busy machine its first bytes may be late; then it is four times as fast as it needs to be.
  const waits = await player.page.evaluate(() =>
    window.harness.said.filter(({ name, currentTime }) => name === 'waiting' && currentTime > 1),
  );
  expect(waits).toEqual([]);
  expect((await player.snapshot()).error).toBe(null);
});

test('playback waits repeatedly on a connection that is slower than the sound', async ({
  player,
  server,
}) => {
  const http_url = server.addChirp('a.wav', 0);
  server.spoil(http_url, { bytesPerSecond: 0.7 * BYTES_PER_SECOND });
  await player.load(server.addEpisode([{ http_url }]), { autoplay: true });
  await player.expectPast(1.5, 40_000);
  const said = await player.said();
  expect(said).toContain('waiting');
  expect(said).not.toContain('error');
  const { playing, error } = await player.snapshot();
  expect({ playing, error }).toEqual({ playing: true, error: null });
});

for (const [name, fault] of [
  ['longer', { lengthOff: 100_000 }],
  ['shorter', { lengthOff: -100_000, noRanges: true }],
] as const) {
  test(`a claimed length that is ${name} than the real one ends the episode with its sound`, async ({
    player,
    server,
  }) => {
    const http_url = server.addChirp('a.wav', 0, 4);
    server.spoil(http_url, fault);
    await player.load(server.addEpisode([{ http_url, ends_at: 4 }]), { autoplay: true });
    await player.expectState('ended', 40_000);
    expect(await player.snapshot()).toMatchObject({ playing: false, currentTime: 4, error: null });
    expect(await player.countSounding()).toBe(0);
    expect(await player.said()).not.toContain('error');
  });
}

test('a file with a wrong media type plays', async ({ player, server }) => {
  for (const [file, type] of ['application/octet-stream', 'text/html', 'image/png'].entries()) {
    const http_url = server.addChirp(`${file}.wav`, file);
    server.spoil(http_url, { type });
    await player.playFrom(server.addEpisode([{ http_url }]));
    expect((await player.hear()).file).toBe(file);
  }
});

/** Signs a listener in and returns an episode that requires the token. */
async function signIn(player: EnginePage, server: FaultServer): Promise<Target> {
  await player.page.evaluate(() => {
    window.player.destroy();
    window.player = window.harness.create({ accessToken: 'somebody' });
  });
  await expect.poll(() => server.askedIn(SSO)).toHaveLength(1);
  server.addChirp('7/ondemand.mp3', 2);
  const playback_url = `${server.origin}/audio/7/play.mp3`;
  return server.addEpisode([{ http_url: playback_url }], { playback_url });
}

test('a token that expires during playback is renewed, and playback continues', async ({
  player,
  server,
}) => {
  const target = await signIn(player, server);
  server.spoil('/audio/7/ondemand.mp3', {
    bytesPerSecond: 2 * BYTES_PER_SECOND,
    cutAt: 3 * BYTES_PER_SECOND,
    times: 1,
  });
  await player.playFrom(target);
  server.tokens.clear();
  await player.expectPast(4, 30_000);
  const heard = await player.hear();
  expect(heard.file).toBe(2);
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
  expect((await player.snapshot()).error).toBe(null);
});

test('an expired token is renewed before playback', async ({ player, server }) => {
  const target = await signIn(player, server);
  server.tokens.clear(); // all earlier tokens have expired
  await player.playFrom(target, 6);
  const heard = await player.hear();
  expect(heard.file).toBe(2);
  expect(heard.second).toBeGreaterThan(5.8);
  expect(server.askedIn(SSO)).toHaveLength(2);
});
