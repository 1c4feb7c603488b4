// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { PlayButton } from '../../src/react/play-button.tsx';
import { fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const target = {
  episode_id: 7,
  station_url: 'https://api.test/v2/episodes/7',
  playlist_url: 'https://api.test/show/2/episodes/playlist',
  offset_start: 30,
  offset_end: 60,
};

describe('PlayButton', () => {
  it('is named after its action, and has the data attributes of a player button', () => {
    renderWithPlayer(<PlayButton target={target} title="Fog" />, fakePlayer());
    const button = screen.getByRole('button', { name: 'Play Fog' });
    expect(button.getAttribute('data-episode_id')).toBe('7');
    expect(button.getAttribute('data-station_url')).toBe(target.station_url);
    expect(button.getAttribute('data-playlist_url')).toBe(target.playlist_url);
    expect(button.getAttribute('data-offset_start')).toBe('30');
    expect(button.getAttribute('data-offset_end')).toBe('60');
  });

  it('shows Pause while its range plays, and Play while another episode plays', () => {
    const player = fakePlayer();
    renderWithPlayer(<PlayButton target={target} title="Fog" />, player);
    act(() => player.set({ currentId: 7, playing: true, state: 'playing', currentTime: 31 }));
    expect(screen.getByRole('button', { name: 'Pause Fog' }).dataset.face).toBe('pause');
    act(() => player.set({ currentTime: 61 }));
    expect(screen.getByRole('button', { name: 'Play Fog' })).toBeTruthy();
    act(() => player.set({ currentId: 8, currentTime: 31 }));
    expect(screen.getByRole('button', { name: 'Play Fog' })).toBeTruthy();
  });

  it('shows that it is loading, and can cancel that', () => {
    renderWithPlayer(<PlayButton />, fakePlayer({ playing: true, state: 'loading' }));
    expect(screen.getByRole('button', { name: 'Pause' }).dataset.face).toBe('loading');
  });

  it('toggles its target on click, and only warms it up on pointer and focus', () => {
    const player = fakePlayer();
    renderWithPlayer(<PlayButton target={target} />, player);
    const button = screen.getByRole('button');
    expect(player.warmUp).not.toHaveBeenCalled();
    fireEvent.pointerEnter(button);
    fireEvent.focus(button);
    expect(player.warmUp).toHaveBeenCalledWith(target);
    fireEvent.click(button);
    expect(player.toggle).toHaveBeenCalledExactlyOnceWith(target);
  });

  it('is a disabled Play button if the episode cannot be played', () => {
    renderWithPlayer(<PlayButton />, fakePlayer({ state: 'unsupported' }));
    const { disabled, title } = screen.getByRole<HTMLButtonElement>('button', { name: 'Play' });
    expect([disabled, title]).toEqual([
      true,
      expect.stringContaining('playback has been disabled'),
    ]);
  });
});
