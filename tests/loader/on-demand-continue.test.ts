// @vitest-environment happy-dom
import nodeConsole from 'node:console';
import { expect, it, vi } from 'vitest';
import type { Placement } from '../../loader/page.ts';

const WIDGET = 'https://w.test';

// happy-dom logs an error for each frame that it does not load.
vi.spyOn(nodeConsole, 'error').mockImplementation(() => {});

it.each([
  ['waits for a click', 'data-load="click"', undefined],
  ['plays at another host of the page', '', 'https://other.test/player?episode_id=1'],
])('continues in the dock if the link of the episode %s', async (_, option, src) => {
  vi.resetModules();
  const { follow } = await import('../../loader/on-demand-continue.ts');
  document.body.innerHTML = `<a class="earshot-player" href="/x" data-resource="episode_id=1" ${option}>Listen</a>`;
  const link = document.links[0] as Placement;
  const frame = src && Object.assign(document.createElement('iframe'), { src });
  if (frame) link.earshotFrame = frame;
  await follow(WIDGET);
  const source = document.querySelector<HTMLIFrameElement>(
    'iframe[src$="/continue"]',
  )?.contentWindow;
  const run = { resource: 'episode_id=1', seconds: 12, title: 'One' };
  const texts = { player: 'Audio player', play: 'Play', close: 'Close' };
  const data = JSON.stringify({ context: 'earshot.continue', run, texts });
  window.dispatchEvent(
    Object.assign(new MessageEvent('message', { data, origin: WIDGET }), { source }),
  );
  const docked = () => document.querySelector<HTMLIFrameElement>('[role=region] iframe')?.src;
  await vi.waitFor(() => expect(docked()).toContain('episode_id=1&playlist=false'));
  expect(link.earshotFrame).toBe(frame);
});
