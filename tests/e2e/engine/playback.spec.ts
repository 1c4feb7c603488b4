import { expect, test } from './engine-test.ts';

const NEAR_S = 0.15; // between the audible position and the requested one

test('plays, pauses and resumes at the same second', { tag: ['@smoke', '@firefox'] }, async ({
  player,
  server,
}) => {
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

test('the sound after a seek matches its second', { tag: ['@smoke', '@firefox'] }, async ({
  player,
  server,
}) => {
  await player.playFrom(server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]));
  for (const second of [20, 3.5, 28]) {
    await player.seek(second);
    await expect.poll(() => player.currentTime()).toBeLessThan(second + 2);
    await player.expectPast(second);
    const heard = await player.hear();
    expect(heard.second).toBeGreaterThan(second - NEAR_S);
    expect(heard.second).toBeLessThan(second + 2);
    expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S);
  }
});

test('the next episode of the list plays after the end', { tag: '@smoke' }, async ({
  player,
  server,
}) => {
  const [first, second] = [server.addChirp('a.wav', 0, 2), server.addChirp('b.wav', 1)];
  const targets = [first, second].map((http_url) => server.addEpisode([{ http_url, ends_at: 2 }]));
  const [target, following] = targets as [(typeof targets)[0], (typeof targets)[0]];
  const playlist_url = server.addPlaylist([targets]);
  await player.playFrom({ ...target, playlist_url });
  await expect.poll(async () => (await player.snapshot()).currentId).toBe(following.episode_id);
  await player.expectState('playing');
  expect((await player.hear()).file).toBe(1);
  const said = await player.said();
  expect(said.indexOf('pause')).toBeLessThan(said.indexOf('ended'));
  expect(said.indexOf('ended')).toBeLessThan(said.lastIndexOf('episodechange'));
});

test('plays half to three times as fast, at the pitch of the file', {
  tag: ['@smoke', '@firefox'],
}, async ({ player, server }) => {
  await player.playFrom(server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]));
  for (const [wanted, rate] of [
    [0.1, 0.5],
    [2, 2],
    [10, 3],
  ] as const) {
    await player.page.evaluate((wanted) => window.player.setPlaybackRate(wanted), wanted);
    expect((await player.snapshot()).playbackRate).toBe(rate);
    const measure = () =>
      player.page.evaluate(async () => {
        const now = () => window.player.getSnapshot().currentTime;
        const [from, at] = [now(), performance.now()];
        await new Promise((resolve) => setTimeout(resolve, 700));
        return ((now() - from) / (performance.now() - at)) * 1_000;
      });
    // Firefox takes half a second for the change, and updates the time in steps.
    await expect.poll(async () => Math.abs((await measure()) / rate - 1)).toBeLessThan(0.2);
    // The pitch is unchanged: the steady tone stays the same, and the rising tone only rises faster.
    const heard = await player.hear();
    expect(heard.file).toBe(0);
    expect(Math.abs(heard.second - heard.told)).toBeLessThan(NEAR_S * Math.max(rate, 1));
  }
});

test('0 mutes every element, and unmuting restores the last volume, or 25', {
  tag: '@smoke',
}, async ({ page, player, server }) => {
  const [first, second] = [server.addChirp('a.wav', 0), server.addChirp('b.wav', 1)];
  // The second file is prepared at once, in an element of its own.
  const stretches = [
    { http_url: first, ends_at: 10 },
    { http_url: second, ends_at: 10 },
  ];
  await player.playFrom(server.addEpisode(stretches));
  await expect(page.locator('audio')).toHaveCount(2);
  const after = (change: (player: Window['player']) => void) =>
    player.page.evaluate(`(${change})(window.player);
      [window.player.getSnapshot().volume, window.player.getSnapshot().muted,
        ...[...document.querySelectorAll('audio')].flatMap(({ volume, muted }) => [volume, muted])]`);
  expect(await after((player) => player.setVolume(50))).toEqual([
    50,
    false,
    0.5,
    false,
    0.5,
    false,
  ]);
  expect(await after((player) => player.setMuted(true))).toEqual([0, true, 0, true, 0, true]);
  expect(await after((player) => player.setMuted(false))).toEqual([
    50,
    false,
    0.5,
    false,
    0.5,
    false,
  ]);
  expect(await after((player) => player.setVolume(10))).toEqual([
    10,
    false,
    0.1,
    false,
    0.1,
    false,
  ]);
  expect(await after((player) => player.setVolume(0))).toEqual([0, true, 0, true, 0, true]);
  expect(await after((player) => player.setMuted(false))).toEqual([
    25,
    false,
    0.25,
    false,
    0.25,
    false,
  ]);
});

test('silence keeps the gesture while the episode is fetched, in the element that then plays it', {
  tag: ['@smoke', '@firefox'],
}, async ({ page, player, server }) => {
  const target = server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]);
  server.spoil(target.station_url, { hang: true });
  await page.evaluate((target) => {
    const onClick = () => window.player.load(target, { autoplay: true });
    document.querySelector('button')?.addEventListener('click', onClick);
  }, target);
  await page.getByRole('button').click();
  const sounding = () =>
    page.evaluate(() =>
      window.harness.sounding().map((sound) => ({
        isSilence: sound.src.startsWith('data:'),
        isFirst: sound === document.querySelector('audio'),
        hasPlayed: sound.currentTime > 0,
      })),
    );
  // Half a second of it, repeated.
  await page.waitForTimeout(1_200);
  await expect.poll(sounding).toEqual([{ isSilence: true, isFirst: true, hasPlayed: true }]);
  expect(await player.snapshot()).toMatchObject({
    state: 'loading',
    playing: true,
    currentTime: 0,
  });
  server.release();
  await player.expectState('playing');
  await expect.poll(sounding).toEqual([{ isSilence: false, isFirst: true, hasPlayed: true }]);
  expect((await player.hear()).file).toBe(0);
});

test('if a gesture is granted to one element only, that element takes over', {
  tag: '@smoke',
}, async ({ page, player, server }) => {
  const [first, second] = [server.addChirp('a.wav', 0), server.addChirp('b.wav', 1)];
  const target = server.addEpisode([
    { http_url: first, starts_at: 10, ends_at: 11.5 },
    { http_url: second, starts_at: 5, ends_at: 15 },
  ]);
  // As in Safari on a phone: only the element that a click has played may play again.
  await page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype;
    let granted: HTMLMediaElement | null = null;
    HTMLMediaElement.prototype.play = function () {
      granted ??= this;
      if (this === granted) return play.call(this);
      return Promise.reject(new DOMException('Not by a script.', 'NotAllowedError'));
    };
  });
  await player.playFrom(target);
  await player.expectPast(2);
  const heard = await player.hear();
  expect(heard.file).toBe(1);
  expect(heard.second).toBeGreaterThan(5);
  expect(heard.second).toBeLessThan(8);
  expect(await player.countSounding()).toBe(1);
  expect(await player.said()).not.toContain('pause');
});
