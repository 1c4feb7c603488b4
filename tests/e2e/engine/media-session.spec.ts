import type { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';

const press = (
  player: EnginePage,
  action: MediaSessionAction,
  details: Partial<MediaSessionActionDetails> = {},
) =>
  player.page.evaluate(([action, details]) => window.harness.mediaKeys.press(action, details), [
    action,
    details,
  ] as const);

/** The metadata that the system shows, and the keys with a handler. */
const shown = (player: EnginePage) =>
  player.page.evaluate(() => {
    const { metadata, playbackState } = navigator.mediaSession;
    const { position, handlers } = window.harness.mediaKeys;
    const { title, artist, artwork } = metadata ?? { title: null, artist: null, artwork: [] };
    const sizes = artwork.map(({ sizes }) => sizes);
    return { title, artist, sizes, playbackState, position, keys: [...handlers.keys()].sort() };
  });

const KEYS = ['pause', 'play', 'seekbackward', 'seekforward', 'seekto', 'stop'];

test('the system shows the episode and its position, and its keys work', { tag: '@smoke' }, async ({
  player,
  server,
}) => {
  const image_url = `${server.origin}/media/images/abc/320.jpg`;
  const targets = [0, 1].map((file) =>
    server.addEpisode([{ http_url: server.addChirp(`${file}.wav`, file) }], { image_url }),
  );
  const [first, second] = targets as [(typeof targets)[0], (typeof targets)[0]];
  await player.playFrom({ ...first, playlist_url: server.addPlaylist([targets]) }, 5);
  await expect.poll(async () => (await shown(player)).keys).toContain('nexttrack');
  const { position, ...words } = await shown(player);
  expect(words).toEqual({
    title: `Episode ${first.episode_id}`,
    artist: 'Tones',
    sizes: ['80x80', '100x100', '160x160', '320x320', '480x480', '720x720'],
    playbackState: 'playing',
    keys: ['nexttrack', ...KEYS],
  });
  expect(position).toMatchObject({ duration: 30, playbackRate: 1 });
  expect(position?.position).toBeGreaterThanOrEqual(5);

  await press(player, 'pause');
  await player.expectState('paused');
  expect((await shown(player)).playbackState).toBe('paused');
  await press(player, 'seekto', { seekTime: 12 });
  await expect.poll(async () => (await shown(player)).position?.position).toBe(12);
  await press(player, 'seekbackward', { seekOffset: 5 });
  expect(await player.currentTime()).toBeCloseTo(7);
  await press(player, 'seekforward'); // 30 s if the key gives no number, and no further than the end
  expect(await player.currentTime()).toBeCloseTo(30);
  await press(player, 'seekbackward'); // and 15 s
  expect(await player.currentTime()).toBeCloseTo(15);
  await player.page.evaluate(() => window.player.setPlaybackRate(2));
  expect((await shown(player)).position?.playbackRate).toBe(2);
  await press(player, 'play');
  await player.expectState('playing');
  await press(player, 'nexttrack');
  await expect.poll(async () => (await player.snapshot()).currentId).toBe(second.episode_id);
  await player.expectState('playing');
  expect((await shown(player)).title).toBe(`Episode ${second.episode_id}`);
  expect((await shown(player)).keys).toEqual([
    ...KEYS.slice(0, 2),
    'previoustrack',
    ...KEYS.slice(2),
  ]);

  await player.page.evaluate(() => window.player.destroy());
  expect(await shown(player)).toMatchObject({ title: null, playbackState: 'none', keys: [] });
  expect((await shown(player)).position).toBe(null);
});
