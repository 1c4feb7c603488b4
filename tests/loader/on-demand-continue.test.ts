// @vitest-environment happy-dom
import nodeConsole from 'node:console';
import { describe, expect, it, vi } from 'vitest';
import type { Placement } from '../../loader/placement.ts';

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

/** A frame with a window that only records its messages. */
function frameOf(src: string, element = document.createElement('iframe')) {
  const contentWindow = { postMessage: vi.fn<(text: string) => void>() };
  Object.defineProperty(element, 'contentWindow', { value: contentWindow });
  if (!element.src) element.src = src;
  const say = (message: object) => {
    const data = JSON.stringify(message);
    window.dispatchEvent(
      Object.assign(new MessageEvent('message', { data, origin: WIDGET }), {
        source: contentWindow,
      }),
    );
  };
  const heard = () => contentWindow.postMessage.mock.calls.map(([text]) => JSON.parse(text));
  return { element, say, heard };
}

const EVENTS = ['ready', 'play', 'pause', 'ended', 'timeupdate', 'episodechange'];

function fakePlayerFrame(id: number) {
  const frame = frameOf(`${WIDGET}/player?episode_id=${id}`);
  const tell = (event: string, value?: object) =>
    frame.say({ context: 'player.js', version: '0.0.11', event, value });
  return { ...frame, tell, tellReady: () => tell('ready', { events: EVENTS, methods: [] }) };
}

/** A page on which episode 1 plays, at its fifth second. */
async function playOne() {
  vi.resetModules();
  const { follow } = await import('../../loader/on-demand-continue.ts');
  for (const old of document.querySelectorAll('iframe')) old.remove();
  const one = fakePlayerFrame(1);
  document.body.replaceChildren(one.element);
  await follow(WIDGET);
  const [element] = document.querySelectorAll<HTMLIFrameElement>('iframe[src$="/continue"]');
  const memory = frameOf('', element);
  memory.say({ context: 'earshot.continue' });
  one.tellReady();
  one.tell('play');
  one.tell('timeupdate', { seconds: 5, duration: 100 });
  const kept = () => memory.heard().at(-1);
  expect(kept().run).toMatchObject({ resource: 'episode_id=1', seconds: 5 });
  return { one, memory, kept };
}

describe('follow', () => {
  it('forgets an episode that is paused, also if the listener seeks then', async () => {
    const { one, kept } = await playOne();
    one.tell('pause');
    one.tell('timeupdate', { seconds: 60, duration: 100 });
    expect(kept()).toMatchObject({ run: null });
    one.tell('play');
    expect(kept().run.seconds).toBe(60);
  });

  it('forgets an episode whose player is removed', async () => {
    const { one, kept } = await playOne();
    one.element.remove();
    await vi.waitFor(() => expect(kept()).toMatchObject({ run: null }));
  });

  it('forgets an episode whose frame has loaded again, because it was moved', async () => {
    const { one, kept } = await playOne();
    one.tellReady();
    expect(kept()).toMatchObject({ run: null });
  });

  it('continues if a script replaces the body, and remembers what plays there', async () => {
    const { memory, kept } = await playOne();
    const two = fakePlayerFrame(2);
    const next = document.createElement('body');
    next.append(two.element);
    document.body.replaceWith(next);
    // It asks, as on a new page.
    await vi.waitFor(() => expect(kept()).toEqual({ context: 'earshot.continue' }));
    expect(memory.element.isConnected).toBe(true);
    two.tellReady();
    two.tellReady(); // the answer to a listener that has found the frame by the first one
    two.tell('play');
    expect(kept().run.resource).toBe('episode_id=2');
  });
});
