import { expect, test } from './engine-test.ts';

test('the queue plays before the playlist goes on, and survives a reload', async ({
  player,
  server,
}) => {
  const file = (n: number) => server.addChirp(`${n}.wav`, n, 2);
  const add = (n: number) => server.addEpisode([{ http_url: file(n), ends_at: 2 }]);
  const [first, second, third, fourth] = [0, 1, 2, 3].map(add);
  if (!first || !second || !third || !fourth) throw new Error('There are four episodes.');
  const playlist_url = server.addPlaylist([[first, second]]);
  const open = async () => {
    await player.open(server.origin, '?plain');
    await player.page.evaluate(() => {
      window.player = window.harness.create({ keepQueue: true });
    });
  };
  const upNext = () => player.snapshot().then(({ upNext }) => upNext.map(({ api_url }) => api_url));

  await open();
  await player.page.evaluate(
    ([third, fourth]) => {
      window.player.addToQueue({ api_url: fourth, title: 'Fourth', duration: 2 });
      window.player.playNext({ api_url: third, title: 'Third', show_title: 'Tones' });
    },
    [third.station_url, fourth.station_url] as const,
  );
  await expect.poll(upNext).toEqual([third.station_url, fourth.station_url]);
  await open();
  await expect.poll(upNext).toEqual([third.station_url, fourth.station_url]);
  expect((await player.snapshot()).queue[0]).toMatchObject({ title: 'Third', show_title: 'Tones' });

  await player.playFrom({ ...first, playlist_url });
  await expect.poll(upNext).toEqual([third.station_url, fourth.station_url, second.station_url]);
  await expect.poll(() => player.currentEpisode()).toBe(third.episode_id);
  await expect.poll(async () => (await player.hear()).file).toBe(2);
  await expect.poll(() => player.currentEpisode(), { timeout: 20_000 }).toBe(second.episode_id);
  await player.page.evaluate(() => window.player.prev());
  await expect.poll(() => player.currentEpisode()).toBe(fourth.episode_id);
});
