import type { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';

/** Like Chromium before version 142, and like Firefox. */
const knowNoHls = (player: EnginePage) =>
  player.page.evaluate(() => {
    const { canPlayType } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.canPlayType = function (type) {
      return /mpegurl/i.test(type) ? '' : canPlayType.call(this, type);
    };
  });

async function expectHeard(player: EnginePage): Promise<void> {
  // Speech has short pauses.
  const listen = () =>
    player.page.evaluate(async () => {
      const [sound] = window.harness.sounding();
      return sound ? window.harness.loudness(sound) : 0;
    });
  await expect.poll(listen).toBeGreaterThan(0.02);
}

async function expectLive(player: EnginePage): Promise<void> {
  const { episode, duration, error } = await player.snapshot();
  expect({ type: episode?.type, duration, error }).toEqual({
    type: 'LIVE',
    duration: 0,
    error: null,
  });
}

test('a live file plays at its present, before and after a pause', { tag: '@firefox' }, async ({
  player,
  server,
}) => {
  await player.playFrom(server.addLive('radio.mp3'));
  await expectLive(player);
  await expectHeard(player);
  await player.seek(0);
  expect((await player.snapshot()).state).toBe('playing');
  await player.pause();
  await player.expectState('paused');
  await expect.poll(() => server.live.listening).toBe(0);
  await player.play();
  await player.expectState('playing');
  expect(server.live.listening).toBe(1);
  await expectHeard(player);
});

test('HLS plays at its present, before and after a pause, by a library that is loaded only then', {
  tag: '@smoke',
}, async ({ page, player, server }) => {
  const libraries: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('hls.light')) libraries.push(request.url());
  });
  await player.playFrom(server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]));
  expect(libraries).toEqual([]);
  // Chromium has native HLS, but not with MP3, and reports this only during playback.
  const target = server.addLive('list.m3u8');
  await player.playFrom(target);
  expect(libraries).toHaveLength(1);
  await expectLive(player);
  await expectHeard(player);

  await knowNoHls(player);
  await player.pause();
  await player.expectState('paused');
  const asked = server.askedIn('/live/').length;
  const { piece } = server.live;
  await expect.poll(() => server.live.piece).toBeGreaterThan(piece + 3);
  expect(server.askedIn('/live/').length).toBeLessThanOrEqual(asked + 1); // still loading
  const from = server.askedIn('/live/').length;
  const now = server.live.piece;
  await player.play();
  await player.expectState('playing');
  await expectHeard(player);
  const pieces = server.askedIn('/live/').slice(from).join(' ');
  expect(Number(/(\d+)\.mp3/.exec(pieces)?.[1])).toBeGreaterThan(now - 7);
});

test('a station that answers with something else than HLS is an error of its own, not of the network', async ({
  player,
  server,
}) => {
  const gone = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\ngone.mp3\n';
  for (const [index, text] of ['<h1>Off the air</h1>', gone].entries()) {
    const type = 'application/vnd.apple.mpegurl';
    const http_url = server.addFile(`${index}.m3u8`, { bytes: Buffer.from(text), type });
    const live = { type: 'LIVE', is_on_air: true, duration: 0, http_url, mime_type: type } as const;
    await player.load(server.addEpisode([], live), { autoplay: true });
    await player.expectState('error');
    expect((await player.snapshot()).error, text).toBe('EPISODE_UNAVAILABLE');
  }
});
