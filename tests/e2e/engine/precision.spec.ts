import type { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';
import type { Target } from './fault-server.ts';
import type { HeardCut } from './page/joints.ts';

/**
 * The end of a cut is checked every 30 ms. On an idle machine Chromium is 3 to 13 ms late, and Firefox, whose
 * `currentTime` changes every 40 ms, 5 to 40.
 */
const LATE_S = 0.1;

const hearCuts = (player: EnginePage, target: Target, playbackRate = 1): Promise<HeardCut[]> =>
  player.page.evaluate(
    async ([target, playbackRate]) => {
      const module = '/page/joints.ts';
      return (await import(module)).hearCuts(target, playbackRate);
    },
    [target, playbackRate] as const,
  );

test('joins stretches without a gap, each to its end, at normal and at double speed', {
  tag: '@firefox',
}, async ({ player, server }) => {
  const cuts = [
    { file: 0, from: 10, to: 11.5 },
    { file: 3, from: 5, to: 6.5 },
    { file: 0, from: 20, to: 21.5 },
  ];
  const urls = [0, 3].map((file) => server.addChirp(`${file}.wav`, file));
  const target = server.addEpisode(
    cuts.map(({ file, from, to }) => ({
      http_url: urls[file ? 1 : 0] as string,
      starts_at: from,
      ends_at: to,
    })),
  );
  for (const playbackRate of [1, 2]) {
    const heard = await hearCuts(player, target, playbackRate);
    expect(heard.map(({ file }) => file)).toEqual([0, 3, 0]);
    for (const [at, { from, to, gapMs }] of heard.entries()) {
      const cut = cuts[at] as (typeof cuts)[number];
      expect(Math.abs(from - cut.from)).toBeLessThan(LATE_S * playbackRate);
      expect(Math.abs(to - cut.to)).toBeLessThan(LATE_S * playbackRate);
      expect(gapMs).toBeLessThan(50);
    }
  }
});

test('begins in the middle of a file without a sound of its beginning, in a busy page', {
  tag: '@firefox',
}, async ({ player, server }) => {
  const http_url = server.addChirp('busy.wav', 0);
  const target = server.addEpisode([{ http_url, starts_at: 10, ends_at: 11.5 }]);
  await player.page.evaluate(() => {
    const work = ({ target }: Event) => {
      if (!(target as HTMLAudioElement).src.endsWith('.wav')) return;
      const until = performance.now() + 400;
      while (performance.now() < until);
    };
    document.addEventListener('durationchange', work, true);
  });
  const [first] = await hearCuts(player, target);
  expect(Math.abs((first as HeardCut).from - 10)).toBeLessThan(LATE_S);
});

test('stops at the end of a range', async ({ player, server }) => {
  const http_url = server.addChirp('range.wav', 0);
  const target = server.addEpisode([{ http_url, starts_at: 0, ends_at: 30 }]);
  await player.playFrom({ ...target, offset_start: 10, offset_end: 11.5 });
  await player.expectState('paused');
  const late = (await player.currentTime()) - 11.5;
  expect(Math.abs(late)).toBeLessThan(LATE_S);
});
