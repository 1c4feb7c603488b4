// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { PlayerBar } from '../../src/react/player-bar.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const chosen = { episode: fakeEpisode(), currentId: 1, duration: 200 };

describe('PlayerBar', () => {
  it('is absent until something has been chosen', () => {
    renderWithPlayer(<PlayerBar />, fakePlayer());
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('has every control, by name', () => {
    renderWithPlayer(<PlayerBar />, fakePlayer(chosen));
    for (const name of ['Previous', 'Play', 'Next', 'Mute', 'Share']) {
      expect(screen.getByRole('button', { name })).toBeTruthy();
    }
    expect(screen.getByRole('slider', { name: 'Seek' })).toBeTruthy();
    expect(screen.getByRole('slider', { name: 'Volume' })).toBeTruthy();
  });

  it('goes back and forward only if there is an episode to go to', () => {
    const player = fakePlayer({ ...chosen, hasNext: true });
    renderWithPlayer(<PlayerBar />, player);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(player.next).toHaveBeenCalledOnce();
  });

  it('says in words why nothing plays, and tries again when asked', () => {
    const player = fakePlayer({ ...chosen, state: 'error', error: 'EPISODE_UNAVAILABLE' });
    renderWithPlayer(<PlayerBar />, player);
    expect(screen.getByRole('status').textContent).toContain('This episode is not available');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(player.play).toHaveBeenCalledOnce();
  });
});
