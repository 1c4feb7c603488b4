import { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';
import type { FaultServer } from './fault-server.ts';
import { BYTES_PER_SECOND } from './tones.ts';

/** Brings a player into the state in which it is destroyed. */
const MOMENTS: Readonly<
  Record<string, (player: EnginePage, server: FaultServer, addChirp: () => string) => Promise<void>>
> = {
  'it plays': async (player, server, addChirp) => {
    await player.playFrom(server.addEpisode([{ http_url: addChirp() }]));
    await player.expectPast(0.2);
  },
  'it has prepared the next stretch': async (player, server, addChirp) => {
    const stretches = [addChirp(), addChirp()].map((http_url) => ({ http_url, ends_at: 10 }));
    await player.playFrom(server.addEpisode(stretches));
    await expect.poll(() => player.page.locator('audio').count()).toBe(2);
  },
  'it waits for its episode': async (player, server, addChirp) => {
    const target = server.addEpisode([{ http_url: addChirp() }]);
    server.spoil(target.station_url, { hang: true });
    await player.load(target, { autoplay: true });
    await player.expectState('loading');
  },
  'it waits for its file': async (player, server, addChirp) => {
    const http_url = addChirp();
    server.spoil(http_url, { hang: true });
    await player.load(server.addEpisode([{ http_url }]), { autoplay: true });
    await player.expectState('waiting');
  },
  'it has sought where no ranges are known': async (player, server, addChirp) => {
    const http_url = addChirp();
    server.spoil(http_url, { noRanges: true });
    await player.playFrom(server.addEpisode([{ http_url }]));
    await player.seek(20);
    await player.expectState('playing');
    await player.expectPast(20);
  },
  'it plays HLS': (player, server) => player.playFrom(server.addLive('list.m3u8')),
  'it plays a live file': (player, server) => player.playFrom(server.addLive('radio.mp3')),
  'it saves a sound that broke off': async (player, server, addChirp) => {
    const http_url = addChirp();
    server.spoil(http_url, { bytesPerSecond: 2 * BYTES_PER_SECOND });
    await player.playFrom(server.addEpisode([{ http_url }]));
    server.goOffline();
    await player.expectState('waiting');
    server.comeBack();
  },
};

test('a destroyed player leaves nothing behind', { tag: ['@smoke', '@firefox'] }, async ({
  page,
  server,
}) => {
  const player = await new EnginePage(page).open(server.origin, '?plain');
  const before = await page.evaluate(() => window.harness.leftovers());
  let files = 0;
  for (const [moment, reach] of Object.entries(MOMENTS)) {
    await page.evaluate(() => {
      window.player = window.harness.create();
    });
    await reach(player, server, () => server.addChirp(`${++files}.wav`, 0));
    const after = await page.evaluate(() => {
      window.player.destroy();
      const { sounds, leftovers } = window.harness;
      return {
        leftovers: leftovers(),
        elements: document.querySelectorAll('audio, video, source').length,
        sounding: sounds.filter(({ paused, src }) => !paused || src).length,
      };
    });
    expect(after, moment).toEqual({ leftovers: before, elements: 0, sounding: 0 });
  }
  const asked = server.asked.length;
  await page.waitForTimeout(2_500);
  expect(server.asked.slice(asked)).toEqual([]);
  expect(server.live.listening).toBe(0);
  expect(await page.evaluate(() => window.harness.leftovers())).toEqual(before);
});
