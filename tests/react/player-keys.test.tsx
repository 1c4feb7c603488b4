// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { PlayerSnapshot } from '../../src/engine/player.ts';
import { PlayerBar } from '../../src/react/player-bar.tsx';
import { PlayerKeys } from '../../src/react/player-keys.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const chosen: Partial<PlayerSnapshot> = {
  episode: fakeEpisode(),
  currentId: 1,
  currentTime: 60,
  duration: 200,
  volume: 50,
};

/** The first key fetches the code that acts; this one changes nothing that a test looks at. */
async function pressFirst(player: ReturnType<typeof fakePlayer>, target: Element = document.body) {
  press('ArrowUp', {}, target);
  await vi.waitFor(() => expect(player.setVolume).toHaveBeenCalled());
  player.setVolume.mockClear();
}

async function setUp(snapshot: Partial<PlayerSnapshot> = {}) {
  const player = fakePlayer({ ...chosen, ...snapshot });
  renderWithPlayer(
    <main>
      <PlayerKeys />
      <button type="button">A button</button>
      <input aria-label="Text" />
      <input aria-label="Slider" type="range" />
      <a href="#there">Somewhere else</a>
      <ol>
        <li>
          <button type="button">A row</button>
        </li>
      </ol>
    </main>,
    player,
  );
  await pressFirst(player);
  return player;
}

/** True when the key was taken: the page does nothing else with it. */
const press = (key: string, more: object = {}, target: Element = document.body) =>
  !fireEvent.keyDown(target, { key, cancelable: true, bubbles: true, ...more });

describe('PlayerKeys', () => {
  it.each([
    [' ', 'toggle', []],
    ['k', 'toggle', []],
    ['K', 'toggle', []],
    ['m', 'setMuted', [true]],
    ['ArrowLeft', 'seek', [55]],
    ['ArrowRight', 'seek', [65]],
    ['ArrowUp', 'setVolume', [55]],
    ['ArrowDown', 'setVolume', [45]],
    ['0', 'seekFraction', [0]],
    ['9', 'seekFraction', [0.9]],
  ] as const)('%j is %s(%j)', async (key, method, args) => {
    const player = await setUp();
    expect(press(key)).toBe(true);
    expect(player[method]).toHaveBeenCalledExactlyOnceWith(...args);
  });

  it.each([' ', 'ArrowDown', 'k'])(
    'keeps the page from scrolling at the first key, %j, and acts when it can',
    async (key) => {
      const player = fakePlayer(chosen);
      renderWithPlayer(<PlayerKeys />, player);
      expect(press(key)).toBe(true);
      const act = key === 'ArrowDown' ? player.setVolume : player.toggle;
      await vi.waitFor(() => expect(act).toHaveBeenCalledOnce());
    },
  );

  it('lists the keys on ?', async () => {
    await setUp();
    expect(press('?', { shiftKey: true })).toBe(true);
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(dialog.textContent).toContain('Back 5 seconds');
  });

  it('takes digits with Shift, where some keyboards have them', async () => {
    const player = await setUp();
    press('3', { shiftKey: true });
    expect(player.seekFraction).toHaveBeenCalledExactlyOnceWith(0.3);
  });

  it.each([
    ['k', { ctrlKey: true }],
    ['k', { metaKey: true }],
    ['ArrowLeft', { altKey: true }],
    [' ', { shiftKey: true }],
    ['K', { shiftKey: true }],
    ['k', { isComposing: true }],
    ['Tab', {}],
    ['x', {}],
    ['F5', {}],
  ])('leaves %j with %j alone', async (key, more) => {
    await setUp();
    expect(press(key, more)).toBe(false);
  });

  it.each([
    ['Text', 'k'],
    ['Text', '?'],
    ['Text', 'ArrowLeft'],
    ['A button', ' '],
    ['A row', 'ArrowDown'],
    ['Slider', 'ArrowRight'],
    ['Slider', 'ArrowUp'],
  ])('leaves %s its own %j', async (name, key) => {
    await setUp();
    const target = screen.queryByLabelText(name) ?? screen.getByText(name);
    expect(press(key, {}, target)).toBe(false);
  });

  it.each([
    ['A button', 'k'],
    ['A button', 'ArrowLeft'],
    ['A row', 'ArrowLeft'],
    ['Somewhere else', ' '],
    ['Slider', ' '],
    ['Slider', '5'],
  ])('takes from %s the %j that it has no use for', async (name, key) => {
    await setUp();
    const target = screen.queryByLabelText(name) ?? screen.getByText(name);
    expect(press(key, {}, target)).toBe(true);
  });

  it('leaves a key that another listener has handled', async () => {
    const player = await setUp();
    const button = screen.getByText('A button');
    button.addEventListener('keydown', (event) => event.preventDefault());
    press('k', {}, button);
    expect(player.toggle).not.toHaveBeenCalled();
  });

  it('plays and mutes once for a key that is held, and seeks on and on', async () => {
    const player = await setUp();
    for (const key of [' ', 'm', 'ArrowRight']) press(key, { repeat: true });
    expect(player.toggle).not.toHaveBeenCalled();
    expect(player.setMuted).not.toHaveBeenCalled();
    expect(player.seek).toHaveBeenCalledOnce();
  });

  it('seeks nothing live', async () => {
    const player = await setUp({ episode: fakeEpisode({ type: 'LIVE' }) });
    for (const key of ['ArrowLeft', 'ArrowRight', '5']) expect(press(key)).toBe(false);
    expect(player.seek).not.toHaveBeenCalled();
    expect(player.seekFraction).not.toHaveBeenCalled();
  });

  it('hears in the bar of a site only what is pressed in the bar', async () => {
    const player = fakePlayer(chosen);
    renderWithPlayer(<PlayerBar />, player);
    await pressFirst(player, screen.getByRole('button', { name: 'Mute' }));
    expect(press(' ')).toBe(false);
    expect(press('k', {}, screen.getByRole('button', { name: 'Mute' }))).toBe(true);
    expect(player.toggle).toHaveBeenCalledOnce();
  });
});
