// @vitest-environment happy-dom
import type * as Earshot from 'earshot';
import { afterEach, expect, it, vi } from 'vitest';
import { fakePlayer } from '../helpers/fake-player.ts';

const player = fakePlayer();
vi.mock('earshot', async (load) => ({
  ...(await load<typeof Earshot>()),
  createPlayer: () => player,
}));
vi.mock('../../player-page/wake.ts', () => ({ wakeOnTouch: () => {} }));

const CONFIG = { api_url: 'https://api.test', culture: 'en', widget_url: 'https://w.test' };

/** Starts the page in a frame with this name. The result is the second at which the player begins. */
async function start(name: string, options: { t?: number } = {}): Promise<number | undefined> {
  window.name = name;
  const episode = { episode_id: 1, api_url: 'https://api.test/v2/episodes/1', type: 'RECORDED' };
  const painted = { data: { config: CONFIG, episode }, options, language: 'en' };
  document.body.innerHTML = `<script type="application/json" id="data">${JSON.stringify(painted)}</script>`;
  window.earlyClick = 0;
  vi.resetModules();
  await import('../../player-page/client.ts');
  await vi.waitFor(() => expect(player.adopt).toHaveBeenCalledOnce());
  return player.adopt.mock.calls[0]?.[1]?.currentTime;
}

afterEach(() => {
  location.hash = '';
  player.adopt.mockClear();
  player.toggle.mockClear();
});

it.each([
  ['', {}, undefined], // the player itself finds where the listener stopped
  ['', { t: 60 }, 60],
  ['es-play', {}, undefined],
  ['es-play', { t: 60 }, 60],
  ['es-play=12.5', { t: 60 }, 12.5],
  ['es-play=0', {}, 0],
  ['es-play=0', { t: 60 }, 0],
])(
  'begins at the pressed word, else at the option: "%s" and %j begin at %s',
  async (name, options, second) => {
    expect(await start(name, options)).toBe(second);
    await vi.waitFor(() => expect(player.toggle).toHaveBeenCalledTimes(name ? 1 : 0));
  },
);

it('hears the click of an earlier loader', async () => {
  location.hash = '#play=12.5';
  expect(await start('')).toBe(12.5);
  await vi.waitFor(() => expect(player.toggle).toHaveBeenCalledOnce());
});
