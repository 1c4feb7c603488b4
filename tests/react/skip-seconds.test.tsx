// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { SkipSecondsButton } from '../../src/react/skip-seconds.tsx';
import { fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

function setUp(duration: number) {
  const player = fakePlayer({ duration, currentTime: 60 });
  renderWithPlayer(
    <>
      <SkipSecondsButton to="back" />
      <SkipSecondsButton to="forward" />
    </>,
    player,
  );
  return player;
}

describe('SkipSecondsButton', () => {
  it.each([
    ['Back 15 seconds', 45],
    ['Forward 30 seconds', 90],
  ])('%s', (name, seconds) => {
    const player = setUp(200);
    fireEvent.click(screen.getByRole('button', { name }));
    expect(player.seek).toHaveBeenCalledExactlyOnceWith(seconds);
  });

  it('is disabled while no length is known', () => {
    setUp(0);
    for (const button of screen.getAllByRole<HTMLButtonElement>('button')) {
      expect(button.disabled).toBe(true);
    }
  });
});
