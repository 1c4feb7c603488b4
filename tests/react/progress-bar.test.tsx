// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { SEEK_INDICATOR_MS } from '../../src/contract/limits.ts';
import { ProgressBar } from '../../src/react/progress-bar.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const chapter = { ends_at: null, url: null, image_url: null };
const episode = fakeEpisode({
  chapters: [
    { ...chapter, starts_at: 0, title: 'The keeper' },
    { ...chapter, starts_at: 90, title: 'Fog' },
  ],
});

function setUp(snapshot = {}) {
  const player = fakePlayer({ episode, duration: 200, currentTime: 40, ...snapshot });
  const { container } = renderWithPlayer(<ProgressBar />, player);
  const bar = container.querySelector<HTMLElement>('.es-progress');
  if (bar) bar.getBoundingClientRect = () => ({ left: 0, width: 264 }) as DOMRect;
  return { player, container, bar: bar as HTMLElement };
}

describe('ProgressBar', () => {
  it('is a slider named Seek with its position as text', () => {
    setUp();
    const slider = screen.getByRole('slider', { name: 'Seek' });
    expect(slider.getAttribute('aria-valuetext')).toBe('40 seconds of 3 minutes 20 seconds');
  });

  it('shows the played part, and marks every chapter except the first', () => {
    const { container } = setUp();
    expect(container.querySelector<HTMLElement>('.es-played')?.style.width).toBe('20%');
    const marks = [...container.querySelectorAll<HTMLElement>('.es-mark')];
    expect(marks.map(({ style }) => style.left)).toEqual(['45%']);
  });

  it('seeks once, on release, to the position of the pointer', () => {
    const { player, bar } = setUp();
    fireEvent.pointerDown(bar, { button: 0, clientX: 82 });
    fireEvent.pointerMove(bar, { clientX: 132 });
    expect(player.seek).not.toHaveBeenCalled();
    fireEvent.pointerUp(bar, { clientX: 132 });
    expect(player.seek).toHaveBeenCalledExactlyOnceWith(100);
  });

  it('shows the time and the chapter under the pointer until one second after release', () => {
    vi.useFakeTimers();
    const { container, bar } = setUp();
    const indicator = () => container.querySelector('.es-pointed')?.textContent;
    fireEvent.pointerMove(bar, { clientX: 132 });
    expect(indicator()).toBe('1:40Fog');
    fireEvent.pointerDown(bar, { button: 0, clientX: 132 });
    fireEvent.pointerUp(bar);
    fireEvent.pointerLeave(bar);
    expect(indicator()).toBe('1:40Fog');
    act(() => {
      vi.advanceTimersByTime(SEEK_INDICATOR_MS);
    });
    expect(indicator()).toBeUndefined();
    vi.useRealTimers();
  });

  it.each([
    ['ArrowRight', 45],
    ['ArrowLeft', 35],
    ['PageUp', 70],
    ['PageDown', 25],
  ])('%s goes to second %s', (key, second) => {
    const { player } = setUp();
    fireEvent.keyDown(screen.getByRole('slider'), { key });
    expect(player.seek).toHaveBeenCalledExactlyOnceWith(second);
  });

  it('accepts a value from a screen reader', () => {
    const { player } = setUp();
    fireEvent.input(screen.getByRole('slider'), { target: { value: '150' } });
    expect(player.seek).toHaveBeenCalledExactlyOnceWith(150);
  });

  it('is disabled until the duration is known', () => {
    const { player, bar } = setUp({ duration: 0 });
    fireEvent.pointerDown(bar, { button: 0, clientX: 132 });
    fireEvent.pointerUp(bar);
    expect(player.seek).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLInputElement>('slider').disabled).toBe(true);
  });

  it('is absent for a live episode', () => {
    setUp({ episode: fakeEpisode({ type: 'LIVE' }) });
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it.each([
    ['once a second', 200, { '20%': 40.9, '20.5%': 41.2 }],
    ['by half a pixel in a long episode', 4000, { '1%': 43.9, '1.1%': 44.2 }],
    ['by one percent in a short episode', 20, { '50%': 10.15, '51%': 10.35 }],
  ])('moves %s during playback', (_, duration, moves) => {
    const { player, container } = setUp({ state: 'playing', duration });
    for (const [width, currentTime] of Object.entries(moves)) {
      act(() => player.set({ currentTime }));
      expect(container.querySelector<HTMLElement>('.es-played')?.style.width).toBe(width);
    }
  });

  it('needs no timer of its own', () => {
    vi.useFakeTimers();
    setUp({ state: 'playing' });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
