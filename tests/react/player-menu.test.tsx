// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { MoreButton } from '../../src/react/menu-button.tsx';
import '../../src/react/player-menu.tsx';
import { SpeedButton } from '../../src/react/speed-button.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

async function open(snapshot = {}) {
  const player = fakePlayer({ episode: fakeEpisode(), currentId: 1, duration: 200, ...snapshot });
  renderWithPlayer(<MoreButton tools={{ hasDownload: true }} />, player);
  press('More options');
  await screen.findByRole('dialog', { name: 'More options' });
  return player;
}

describe('the menu of the player', () => {
  it('is written in the direction of the document, although the controls are not', async () => {
    document.documentElement.dir = 'rtl';
    await open();
    await waitFor(() => expect(screen.getByRole('dialog').dir).toBe('rtl'));
    document.documentElement.dir = '';
  });

  it('changes the speed by a tenth, or to one that listeners choose often', async () => {
    const player = await open({ playbackRate: 1.2 });
    press('Faster');
    expect(player.setPlaybackRate).toHaveBeenLastCalledWith(1.3);
    press('Slower');
    expect(player.setPlaybackRate).toHaveBeenLastCalledWith(1.1);
    press('2×');
    expect(player.setPlaybackRate).toHaveBeenLastCalledWith(2);
    expect(screen.getByRole('button', { name: '1.2×' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('ends at the slowest and at the fastest speed', async () => {
    const player = await open({ playbackRate: 3 });
    expect(screen.getByRole('button', { name: 'Faster' }).hasAttribute('disabled')).toBe(true);
    player.set({ playbackRate: 0.5 });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Slower' }).hasAttribute('disabled')).toBe(true),
    );
  });

  it('sets the sleep timer, and shows the time that is left', async () => {
    const player = await open();
    press('30 min');
    expect(player.setSleepTimer).toHaveBeenLastCalledWith(30);
    press('End of episode');
    expect(player.setSleepTimer).toHaveBeenLastCalledWith('episode');
    player.set({ sleepTimer: { choice: 30, secondsLeft: 95 } });
    expect(await screen.findByText('1:35')).toBeTruthy();
    press('Off');
    expect(player.setSleepTimer).toHaveBeenLastCalledWith(null);
  });

  it('closes with Escape, and gives the focus back', async () => {
    await open();
    const slower = screen.getByRole('button', { name: 'Slower' });
    await waitFor(() => expect(document.activeElement).toBe(slower));
    fireEvent.keyDown(slower, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More options' }));
  });

  it('has no speed for a live episode', async () => {
    await open({ episode: fakeEpisode({ type: 'LIVE' }), duration: 0 });
    expect(screen.queryByRole('button', { name: 'Faster' })).toBeNull();
  });
});

describe('SpeedButton', () => {
  it('shows the speed, and opens the speeds alone', async () => {
    const player = fakePlayer({ episode: fakeEpisode(), playbackRate: 1.5 });
    renderWithPlayer(<SpeedButton />, player);
    press('Speed 1.5×');
    await screen.findByRole('button', { name: 'Faster' });
    expect(screen.queryByRole('button', { name: '30 min' })).toBeNull();
  });
});
