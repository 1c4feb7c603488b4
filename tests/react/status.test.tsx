// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayerSnapshot } from '../../src/engine/player.ts';
import { errorKey } from '../../src/react/error-key.ts';
import { PlayerBar } from '../../src/react/player-bar.tsx';
import { PopoverButton } from '../../src/react/popover-button.tsx';
import { Status } from '../../src/react/status.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const loaded: Partial<PlayerSnapshot> = { episode: fakeEpisode(), currentId: 1, state: 'loaded' };

function setUp(snapshot: Partial<PlayerSnapshot> = {}) {
  const player = fakePlayer({ ...loaded, ...snapshot });
  renderWithPlayer(<Status />, player);
  const told = () => screen.getByRole('status').textContent;
  const set = async (next: Partial<PlayerSnapshot>, forMs = 1): Promise<void> => {
    await act(async () => {
      player.set(next);
      await vi.advanceTimersByTimeAsync(50);
    });
    await act(async () => {
      await vi.advanceTimersByTimeAsync(forMs);
    });
  };
  return { player, told, set };
}

describe('Status', () => {
  it('says that the code of a control did not arrive, and tries again at the next press', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValueOnce('Menu');
    renderWithPlayer(
      <>
        <PopoverButton label="More" load={load} render={(part: string) => <b>{part}</b>}>
          …
        </PopoverButton>
        <Status />
      </>,
      fakePlayer({ ...loaded, state: 'paused' }),
    );
    const told = () => screen.getByRole('status').textContent;
    const press = () =>
      act(async () => {
        fireEvent.click(screen.getByRole('button', { name: 'More' }));
        await vi.advanceTimersByTimeAsync(50);
      });
    await press();
    expect(told()).toMatch(/^A network error has occurred/);
    await act(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
    });
    expect(told()).toBe('Paused');
    await press();
    expect(screen.getByText('Menu')).toBeTruthy();
    expect(told()).toBe('Paused');
  });

  it('is present and empty from the start', () => {
    expect(setUp().told()).toBe('');
  });

  it('announces the state of the player', async () => {
    const { told, set } = setUp();
    await set({ state: 'playing', playing: true });
    expect(told()).toBe('Playing Letters from the lighthouse');
    await set({ state: 'paused', playing: false });
    expect(told()).toBe('Paused');
    await set({ state: 'ended' });
    expect(told()).toBe('Finished');
  });

  it('announces an ad and the episode after it', async () => {
    const segment = { type: 'audio_ad_slot' } as NonNullable<PlayerSnapshot['segment']>;
    const { told, set } = setUp();
    await set({ state: 'playing', playing: true, segment });
    expect(told()).toBe('Commercial');
    await set({ segment: null });
    expect(told()).toBe('Playing Letters from the lighthouse');
  });

  it('announces only long waits', async () => {
    const { told, set } = setUp({ state: 'playing', playing: true });
    await set({ state: 'waiting' }, 800);
    await set({ state: 'playing' });
    expect(told()).toBe('Playing Letters from the lighthouse');
    await set({ state: 'waiting' }, 1100);
    expect(told()).toBe('Loading ...');
  });

  it('shows an error message once, in the same place, and retries', async () => {
    const { player, told, set } = setUp();
    await set({ state: 'error', error: 'NETWORK' });
    expect(told()).toContain('A network error has occurred.');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(player.toggle).toHaveBeenCalledOnce();
  });

  it.each(['EPISODE_UNKNOWN', 'PLAYBACK_UNSUPPORTED'] as const)(
    'offers no retry after %s',
    async (error) => {
      const { told, set } = setUp();
      await set({ state: 'error', error });
      expect(told()).toMatch(/no such episode|disabled/);
      expect(screen.queryByRole('button')).toBeNull();
    },
  );

  it('moves the focus to Play when Try again disappears', () => {
    const player = fakePlayer({ ...loaded, state: 'error', error: 'NETWORK' });
    renderWithPlayer(<PlayerBar />, player);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play' }));
  });

  it('offers no retry if it cannot help', () => {
    setUp({ state: 'unsupported', error: 'PLAYBACK_UNSUPPORTED' });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('errorKey', () => {
  it('has a message for every reason', () => {
    expect(errorKey('NETWORK')).toBe('error_NETWORK');
    expect(errorKey('EPISODE_UNKNOWN')).toBe('error_EPISODE_UNKNOWN');
    expect(errorKey('NOT_FOUND')).toBe('error_EPISODE_UNAVAILABLE');
    expect(errorKey('SETUP_TIMEOUT')).toBe('error_SETUP_TIMEOUT');
  });
});
