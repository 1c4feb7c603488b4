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

test('one of two tabs plays at a time, and one of two frames', {
  tag: ['@smoke', '@firefox'],
}, async ({ context, page, player, server }) => {
  const other = await new EnginePage(await context.newPage()).open(server.origin);
  await expectOneAtATime(player, other, addTwo(server));
  await player.pause();
  await expectOneAtATime(await openFrame(page), await openFrame(page), addTwo(server));
});
