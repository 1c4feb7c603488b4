// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { Volume } from '../../src/react/volume.tsx';
import { fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

describe('Volume', () => {
  it.each([
    [0, 'muted', 'Unmute', false],
    [0.5, 'muted', 'Unmute', false],
    [1, 'some', 'Mute', true],
    [99, 'some', 'Mute', true],
    [99.5, 'max', 'Mute', true],
  ])('at volume %s shows the level %s and the button %s', (volume, level, name, muted) => {
    const player = fakePlayer({ volume });
    const { container } = renderWithPlayer(<Volume />, player);
    expect(container.querySelector<HTMLElement>('.es-volume')?.dataset.level).toBe(level);
    fireEvent.click(screen.getByRole('button', { name }));
    expect(player.setMuted).toHaveBeenCalledExactlyOnceWith(muted);
  });

  it('sets the value of the slider', () => {
    const player = fakePlayer();
    renderWithPlayer(<Volume />, player);
    fireEvent.input(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '35' } });
    expect(player.setVolume).toHaveBeenCalledExactlyOnceWith(35);
  });
});
