import type { Frame, Page } from '@playwright/test';
import { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';
import type { FaultServer, Target } from './fault-server.ts';

const addTwo = (server: FaultServer): [Target, Target] => [
  server.addEpisode([{ http_url: server.addChirp('a.wav', 0) }]),
  server.addEpisode([{ http_url: server.addChirp('b.wav', 1) }]),
];

/** The second silences the first, and the first the second. */
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

test('one of two players of a page plays at a time, and the media keys are its own', async ({
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
