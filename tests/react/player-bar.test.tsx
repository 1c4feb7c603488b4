// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { artworkStyle } from '../../src/react/accent.ts';
import { PlayerBar } from '../../src/react/player-bar.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const chosen = { episode: fakeEpisode(), currentId: 1, duration: 200 };

describe('PlayerBar', () => {
  it('is absent until the listener has chosen an episode', () => {
    renderWithPlayer(<PlayerBar />, fakePlayer());
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('has every control', () => {
    renderWithPlayer(<PlayerBar />, fakePlayer(chosen));
    for (const name of ['Previous', 'Play', 'Next', 'Mute', 'Share']) {
      expect(screen.getByRole('button', { name })).toBeTruthy();
    }
    expect(screen.getByRole('slider', { name: 'Seek' })).toBeTruthy();
    expect(screen.getByRole('slider', { name: 'Volume' })).toBeTruthy();
  });

  it('has the colour of the picture of what plays, else that of the product', () => {
    const colorOf = (image_color: string | null) => {
      const episode = fakeEpisode({ image_color });
      const { unmount } = renderWithPlayer(<PlayerBar />, fakePlayer({ ...chosen, episode }));
      const color = screen.getByRole('region').style.getPropertyValue('--es-accent');
      unmount();
      return color;
    };
    expect(colorOf('7a2f22')).toBe(artworkStyle('7a2f22', undefined)?.['--es-accent']);
    expect(colorOf(null)).toBe('');
  });

  it('disables Previous and Next if there is no such episode', () => {
    const player = fakePlayer({ ...chosen, hasNext: true });
    renderWithPlayer(<PlayerBar />, player);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(player.next).toHaveBeenCalledOnce();
  });

  it.each([
    ['the title', { episode: fakeEpisode(), state: 'paused' }, 'Letters from the lighthouse'],
    ['the same message as beside it', { episode: null, state: 'error' }, 'Unavailable'],
    ['that it is loading', { episode: null, state: 'loading' }, 'Loading ...'],
  ] as const)('names the button of the sheet by %s', (_, facts, text) => {
    renderWithPlayer(<PlayerBar />, fakePlayer({ ...chosen, ...facts }));
    const button = screen.getByRole('button', { name: `${text} – Episode details` });
    expect(button.textContent).toBe(text);
  });

  it('shows an error message and a retry button', () => {
    const player = fakePlayer({ ...chosen, state: 'error', error: 'EPISODE_UNAVAILABLE' });
    renderWithPlayer(<PlayerBar />, player);
    expect(screen.getByRole('status').textContent).toContain('This episode is not available');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(player.toggle).toHaveBeenCalledOnce();
  });
});
