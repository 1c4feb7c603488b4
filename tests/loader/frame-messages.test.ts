// @vitest-environment happy-dom
import nodeConsole from 'node:console';
import { expect, it, vi } from 'vitest';
import { hear, roots } from '../../loader/frame-messages.ts';

vi.mock('../../loader/own-address.ts', () => ({
  widgetUrl: 'http://w.test',
  playerPage: 'http://w.test/player?',
}));
// happy-dom logs an error for each frame that it does not load.
vi.spyOn(nodeConsole, 'error').mockImplementation(() => {});

it.each([
  ['http://w.test', '300px'],
  ['https://w.test', '300px'], // the page, or its browser, upgrades all addresses
  ['https://w.test.evil.test', ''],
  ['https://w.tes', ''],
  ['https://evil.test', ''],
  ['http://evil.test', ''],
])(
  'a frame of http://w.test with a document of %s gets the height "%s"',
  async (origin, height) => {
    roots.add(document);
    document.body.innerHTML = '<iframe src="http://w.test/player?episode_id=1"></iframe>';
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    const data = '{"context":"player.js","event":"resize","value":{"height":300}}';
    await hear({ data, origin, source: frame.contentWindow } as MessageEvent);
    expect(frame.style.height).toBe(height);
  },
);
