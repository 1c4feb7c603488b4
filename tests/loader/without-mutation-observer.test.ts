// @vitest-environment happy-dom
import nodeConsole from 'node:console';
import { expect, it, vi } from 'vitest';

vi.mock('../../loader/own-address.ts', () => ({
  widgetUrl: 'https://w.test',
  playerPage: 'https://w.test/player?',
}));
// happy-dom reports each frame that it does not load.
vi.spyOn(nodeConsole, 'error').mockImplementation(() => {});

const link = '<a class="earshot-player" href="/x" data-resource="episode_id=1">Listen</a>';
const frames = () => [...document.querySelectorAll('iframe')].map(({ src }) => src);

it('works without MutationObserver, and load() finds later links', async () => {
  document.body.innerHTML = link;
  vi.stubGlobal('MutationObserver', undefined);
  await import('../../loader/main.ts');
  await vi.waitFor(() => expect(frames()).toEqual(['https://w.test/player?episode_id=1']));
  document.body.insertAdjacentHTML('beforeend', link);
  await window.Earshot?.widgets?.load();
  expect(frames()).toHaveLength(2);
});
