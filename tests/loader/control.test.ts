// @vitest-environment happy-dom
import nodeConsole from 'node:console';
import { expect, it, vi } from 'vitest';
import { control } from '../../loader/control.ts';

const OTHER = '<iframe src="https://video.test/embed/1"></iframe>';
const OURS = '<iframe src="https://w.test/player?episode_id=1"></iframe>';

// happy-dom logs an error for each frame that it does not load.
vi.spyOn(nodeConsole, 'error').mockImplementation(() => {});

it.each([
  [OTHER + OURS, 'https://w.test/player?episode_id=1'],
  [OURS + OTHER, 'https://w.test/player?episode_id=1'],
  [OTHER, 'https://video.test/embed/1'], // any player with Player.js can be controlled
])('controls our player in an element before those of others: %s', async (html, src) => {
  document.body.innerHTML = `<article>${html}</article>`;
  const player = await control(document.querySelector('article') as HTMLElement, 'https://w.test');
  expect(player.iframe.src).toBe(src);
  player.destroy();
});

it.each([null, undefined, 'a'])('refuses %j, which is no element', async (element) => {
  await expect(control(element as never, 'https://w.test')).rejects.toMatchObject({
    name: 'EmbedError',
    reason: 'not_an_embed',
  });
});
