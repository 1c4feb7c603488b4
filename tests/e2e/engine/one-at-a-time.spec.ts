import type { Frame, Page } from '@playwright/test';
import { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';
import type { FaultServer, Target } from './fault-server.ts';

const addTwo = (server: FaultServer): [Target, Target] => [
  server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]),
  server.addEpisode([{ http_url: server.addChirp('b.wav', 1) }]),
];

/** The second player pauses the first, and then the first pauses the second. */
async function expectOneAtATime(
  first: EnginePage,
  second: EnginePage,
  targets: [Target, Target],
): Promise<void> {
  await first.playFrom(targets[0]);
  await second.playFrom(targets[1]);
  await first.expectState('paused');
  expect(await first.countSounding()).toBe(0);
  await first.play();
  await first.expectState('playing');
  await second.expectState('paused');
  expect((await first.snapshot()).playing).toBe(true);
}

async function openFrame(page: Page): Promise<EnginePage> {
  const element = await page.evaluateHandle(() => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: '/', allow: 'autoplay' });
    document.body.append(frame);
    return frame;
  });
  const frame = new EnginePage((await element.contentFrame()) as Frame);
  await frame.page.waitForFunction(() => window.harness);
  return frame;
}

test('one of two tabs plays at a time', async ({ context, player, server }) => {
  const other = await new EnginePage(await context.newPage()).open(server.origin);
  await expectOneAtATime(player, other, addTwo(server));
});

test('one of two frames plays at a time', async ({ page, player, server }) => {
  const frames = [await openFrame(page), await openFrame(page)] as const;
  await expectOneAtATime(...frames, addTwo(server));
  expect((await player.snapshot()).state).toBe('idle');
});

test('one of two players of a page plays at a time, and has the media keys', async ({
  player,
  server,
}) => {
  const [first, second] = addTwo(server);
  await player.playFrom(first);
  await player.page.evaluate((target) => {
    window.harness.create().load(target, { autoplay: true });
  }, second);
  await player.expectState('paused');
  expect(await player.countSounding()).toBe(1);
  expect((await player.hear()).file).toBe(1);
  const title = () => player.page.evaluate(() => navigator.mediaSession.metadata?.title);
  await expect.poll(title).toBe(`Episode ${second.episode_id}`);
  await player.page.evaluate(() => window.harness.mediaKeys.press('pause'));
  await expect.poll(() => player.countSounding()).toBe(0);
  await player.play();
  await expect.poll(title).toBe(`Episode ${first.episode_id}`);
});

const states = (players: readonly EnginePage[]) =>
  // A frame that is still loading has no player yet.
  Promise.all(
    players.map((player) =>
      player.snapshot().then(
        ({ state }) => state,
        () => 'none',
      ),
    ),
  );

/** If two players start at once, one plays and the other is paused, or was stopped before its sound had begun. */
async function expectOne(players: readonly EnginePage[]): Promise<void> {
  await expect
    .poll(async () => (await states(players)).sort().join(), { timeout: 20_000 })
    .toMatch(/^(loaded|paused),playing$/);
}

test('exactly one of two players that start in the same tick plays, twenty times', async ({
  player,
  server,
}) => {
  const targets = addTwo(server);
  await player.page.evaluate(async ([first, second]) => {
    const { harness } = window;
    harness.create();
    for (const [index, target] of [first, second].entries()) {
      harness.players[index]?.load(target);
      await harness.players[index]?.play();
    }
  }, targets);
  for (let round = 0; round < 20; round++) {
    await player.page.evaluate(() => {
      for (const each of window.harness.players) each.pause();
      for (const each of window.harness.players) void each.play().catch(() => {});
    });
    const seen = () =>
      player.page.evaluate(() =>
        window.harness.players.map((each) => each.getSnapshot().state).sort(),
      );
    await expect.poll(seen).toEqual(['paused', 'playing']);
    expect(await player.countSounding()).toBe(1);
  }
});

test('exactly one of two tabs that start at the same moment plays', async ({
  context,
  player,
  server,
}) => {
  const other = await new EnginePage(await context.newPage()).open(server.origin);
  const players = [player, other];
  const [first, second] = addTwo(server);
  await player.load(first);
  await other.load(second);
  for (let round = 0; round < 5; round++) {
    for (const each of players) await each.pause();
    const at = Date.now() + 300;
    await Promise.all(
      players.map(({ page }) =>
        page.evaluate(async (at) => {
          while (Date.now() < at) await new Promise((resolve) => setTimeout(resolve));
          void window.player.play().catch(() => {});
        }, at),
      ),
    );
    await expectOne(players);
  }
});

test('exactly one of two autoplaying frames plays', async ({ page, server }) => {
  const targets = addTwo(server);
  for (let round = 0; round < 5; round++) {
    await page.goto(`${server.origin}/?plain`);
    await page.evaluate(
      (addresses) => {
        for (const address of addresses) {
          const frame = document.createElement('iframe');
          Object.assign(frame, {
            src: `/?play=${encodeURIComponent(address)}`,
            allow: 'autoplay',
          });
          document.body.append(frame);
        }
      },
      targets.map(({ station_url }) => station_url),
    );
    const frames = await Promise.all((await page.$$('iframe')).map((each) => each.contentFrame()));
    const players = frames.map((frame) => new EnginePage(frame as Frame));
    await expectOne(players);
  }
});
