import { expect, test } from './engine-test.ts';

const NEAR_S = 0.15; // of what is heard to what is asked for

test('plays, pauses and goes on where it was', async ({ player, server }) => {
  await player.playFrom(server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]));
  await player.expectPast(0.5);
  await player.pause();
  await player.expectState('paused');
  const paused = await player.snapshot();
  expect(paused.playing).toBe(false);
  expect(await player.countSounding()).toBe(0);
  await player.play();
  await player.expectState('playing');
  await player.expectPast(paused.currentTime + 0.2);
  const heard = await player.hear();
  expect(heard.file).toBe(0);
  expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
});

for (const second of [20, 3.5, 28]) {
  test(`a seek to ${second} s sounds like that second`, async ({ player, server }) => {
    await player.playFrom(server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]));
    await player.seek(second);
    await player.expectPast(second);
    const heard = await player.hear();
    expect(heard.second).toBeGreaterThan(second - NEAR_S);
    expect(heard.second).toBeLessThan(second + 2);
    expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
  });
}

test('a seek before the episode has loaded is kept', async ({ player, server }) => {
  const target = server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]);
  await player.playFrom(target, 12);
  const heard = await player.hear();
  expect(heard.second).toBeGreaterThan(12 - NEAR_S);
  expect(heard.second).toBeLessThan(14);
});

test('stretches of several files play in order, on one content clock', async ({
  player,
  server,
}) => {
  const [first, second] = [server.addChirp('a.wav', 0), server.addChirp('b.wav', 1)];
  await player.playFrom(
    server.addEpisode([
      { http_url: first, starts_at: 10, ends_at: 12 },
      { http_url: second, starts_at: 5, ends_at: 7 },
      { http_url: first, starts_at: 20, ends_at: 22 },
    ]),
  );
  expect((await player.snapshot()).duration).toBe(6);
  for (const [file, from, content] of [
    [0, 10, 0],
    [1, 5, 2],
    [0, 20, 4],
  ] as const) {
    await player.expectPast(content + 0.5);
    const heard = await player.hear();
    expect(heard.file).toBe(file);
    expect(heard.second).toBeGreaterThan(from);
    expect(heard.second).toBeLessThan(from + 2 + NEAR_S);
  }
  await player.expectState('ended');
  expect((await player.snapshot()).currentTime).toBe(6);
});

test('a seek maps to the file that holds the second', async ({ player, server }) => {
  const [first, second] = [server.addChirp('a.wav', 0), server.addChirp('b.wav', 1)];
  await player.playFrom(
    server.addEpisode([
      { http_url: first, starts_at: 10, ends_at: 14 },
      { http_url: second, starts_at: 5, ends_at: 15 },
    ]),
  );
  await player.seek(9);
  await player.expectPast(9);
  const heard = await player.hear();
  expect(heard.file).toBe(1);
  expect(heard.second).toBeGreaterThan(10 - NEAR_S);
  expect(heard.second).toBeLessThan(12);
});

test('the end of an episode begins the next of the list', async ({ player, server }) => {
  const [first, second] = [server.addChirp('a.wav', 0, 2), server.addChirp('b.wav', 1)];
  const targets = [first, second].map((http_url) => server.addEpisode([{ http_url, ends_at: 2 }]));
  const [target, following] = targets as [(typeof targets)[0], (typeof targets)[0]];
  const playlist_url = server.addPlaylist([targets]);
  await player.playFrom({ ...target, playlist_url });
  await expect.poll(async () => (await player.snapshot()).current_id).toBe(following.episode_id);
  await player.expectState('playing');
  expect((await player.hear()).file).toBe(1);
  const said = await player.said();
  expect(said.indexOf('pause')).toBeLessThan(said.indexOf('ended'));
  expect(said.indexOf('ended')).toBeLessThan(said.lastIndexOf('episodechange'));
});

test('play after the end begins at the start', async ({ player, server }) => {
  await player.playFrom(
    server.addEpisode([{ http_url: server.addChirp('a.wav', 0, 3), ends_at: 3 }]),
    2,
  );
  await player.expectState('ended');
  expect((await player.snapshot()).playing).toBe(false);
  await player.play();
  await player.expectState('playing');
  const heard = await player.hear();
  expect(heard.second).toBeLessThan(1.5);
});

test('a seek after the end is paused there', async ({ player, server }) => {
  await player.playFrom(
    server.addEpisode([{ http_url: server.addChirp('a.wav', 0, 3), ends_at: 3 }]),
    2,
  );
  await player.expectState('ended');
  await player.seek(1);
  await player.expectState('paused');
  expect(await player.currentTime()).toBeCloseTo(1);
});

test('twice as fast passes twice the seconds, at the pitch of the file', async ({
  player,
  server,
}) => {
  await player.playFrom(server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]));
  await player.page.evaluate(() => window.player.setPlaybackRate(2));
  const [passed, expected] = await player.page.evaluate(async () => {
    const [from, at] = [window.player.getSnapshot().currentTime, performance.now()];
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return [
      window.player.getSnapshot().currentTime - from,
      (performance.now() - at) / 500,
    ] as const;
  });
  expect(Math.abs(passed - expected)).toBeLessThan(0.3);
  const keepsPitch = await player.page.evaluate(() => window.harness.sounding()[0]?.preservesPitch);
  expect(keepsPitch).toBe(true);
});
