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

/** Loads the code with a first key that does not affect the tests. */
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

/** Presses a key. True if the player handled it and prevented the default action. */
const press = (key: string, more: object = {}, target: Element = document.body) =>
  !fireEvent.keyDown(target, { key, cancelable: true, bubbles: true, ...more });

describe('PlayerKeys', () => {
  it.each([
    [' ', 'toggle', []],
    ['k', 'toggle', []],
    ['K', 'toggle', []],
    ['m', 'setMuted', [true]],
    ['j', 'seek', [45]],
    ['J', 'seek', [45]],
    ['l', 'seek', [90]],
    ['L', 'seek', [90]],
    ['ArrowLeft', 'seek', [45]],
    ['ArrowRight', 'seek', [90]],
    ['ArrowUp', 'setVolume', [55]],
    ['ArrowDown', 'setVolume', [45]],
    ['0', 'seekFraction', [0]],
    ['9', 'seekFraction', [0.9]],
  ] as const)('%j calls %s(%j)', async (key, method, args) => {
    const player = await setUp();
    expect(press(key)).toBe(true);
    expect(player[method]).toHaveBeenCalledExactlyOnceWith(...args);
  });

  it.each([' ', 'ArrowDown', 'k'])(
    'prevents scrolling on the first key, %j, and acts when the code has loaded',
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
    expect(dialog.textContent).toContain('Back 15 seconds');
  });

  it('accepts digits with Shift, which some keyboards need', async () => {
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
  ])('ignores %j with %j', async (key, more) => {
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
  ])('lets a focused %s handle %j', async (name, key) => {
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
  ])('handles the key on a focused %s that ignores %j', async (name, key) => {
    await setUp();
    const target = screen.queryByLabelText(name) ?? screen.getByText(name);
    expect(press(key, {}, target)).toBe(true);
  });

  it('ignores a key that another event listener has handled', async () => {
    const player = await setUp();
    const button = screen.getByText('A button');
    button.addEventListener('keydown', (event) => event.preventDefault());
    press('k', {}, button);
    expect(player.toggle).not.toHaveBeenCalled();
  });

  it('plays and mutes once while a key is held, but seeks repeatedly', async () => {
    const player = await setUp();
    for (const key of [' ', 'm', 'ArrowRight']) press(key, { repeat: true });
    expect(player.toggle).not.toHaveBeenCalled();
    expect(player.setMuted).not.toHaveBeenCalled();
    expect(player.seek).toHaveBeenCalledOnce();
  });

  it('does not seek in a live episode', async () => {
    const player = await setUp({ episode: fakeEpisode({ type: 'LIVE' }) });
    for (const key of ['ArrowLeft', 'ArrowRight', '5']) expect(press(key)).toBe(false);
    expect(player.seek).not.toHaveBeenCalled();
    expect(player.seekFraction).not.toHaveBeenCalled();
  });

  describe('of a bar on a page', () => {
    async function setUpPage() {
      const player = fakePlayer(chosen);
      renderWithPlayer(
        <>
          <main>
            <button type="button">A button</button>
            <a href="#there">Somewhere else</a>
            <input aria-label="Text" />
            <button type="button" role="tab">
              A tab
            </button>
          </main>
          <PlayerBar />
        </>,
        player,
      );
      await pressFirst(player, screen.getByRole('button', { name: 'Mute' }));
      return player;
    }

    it.each([
      [' ', 'toggle'],
      ['k', 'toggle'],
      ['m', 'setMuted'],
      ['j', 'seek'],
      ['l', 'seek'],
      ['ArrowLeft', 'seek'],
      ['5', 'seekFraction'],
    ] as const)('%j works anywhere on it', async (key, method) => {
      const player = await setUpPage();
      expect(press(key)).toBe(true);
      expect(player[method]).toHaveBeenCalledOnce();
    });

    it.each([
      ['A button', ' '],
      ['A button', 'k'],
      ['Somewhere else', ' '],
      ['Text', 'm'],
      ['Text', '5'],
      ['A tab', 'ArrowRight'],
    ])('leaves to a focused %s the key %j', async (name, key) => {
      await setUpPage();
      const target = screen.queryByLabelText(name) ?? screen.getByText(name);
      expect(press(key, {}, target)).toBe(false);
    });

    it('moves by the arrows while the button that was pressed has the focus', async () => {
      const player = await setUpPage();
      press('ArrowRight', {}, screen.getByText('A button'));
      expect(player.seek).toHaveBeenCalledExactlyOnceWith(90);
    });

    it('keeps letters to the focused player if the listener chooses so', async () => {
      const player = await setUpPage();
      press('?');
      const choice = await screen.findByRole('checkbox', { name: /^Letters, digits and signs/ });
      fireEvent.click(choice);
      for (const key of ['k', 'm', '5', '?', 'L']) expect(press(key)).toBe(false);
      expect(press(' ')).toBe(true);
      expect(press('ArrowRight')).toBe(true);
      const button = screen.getByRole('button', { name: 'Mute' });
      expect(press('k', {}, button)).toBe(true);
      expect(player.toggle).toHaveBeenCalledTimes(2);
      fireEvent.click(choice);
      expect(press('k')).toBe(true);
    });

    it.each(['ArrowUp', 'ArrowDown'])('leaves scrolling to the page: %s', async (key) => {
      const player = await setUpPage();
      expect(press(key)).toBe(false);
      expect(press(key, {}, screen.getByRole('button', { name: 'Mute' }))).toBe(true);
      expect(player.setVolume).toHaveBeenCalledOnce();
    });
  });
});
