// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTooltips } from '../../src/react/tooltips.ts';

let stop = () => {};
const place = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  place.mockClear();
  document.body.innerHTML =
    '<button class="es-button" aria-label="Mute"><i></i></button><button>Play</button>';
  stop = startTooltips(place);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const button = () => document.querySelector<HTMLElement>('.es-button') as HTMLElement;
const tooltip = () => document.querySelector('.es-tooltip');
const enter = (target: Element, pointerType = 'mouse') =>
  target.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
const later = () => vi.advanceTimersByTime(1_000);

describe('startTooltips', () => {
  it('shows the label when the pointer rests on the button, hidden from screen readers', () => {
    enter(button().children[0] as Element);
    expect(tooltip()).toBeNull();
    later();
    expect(tooltip()?.textContent).toBe('Mute');
    expect(tooltip()?.getAttribute('aria-hidden')).toBe('true');
    expect(place).toHaveBeenCalledExactlyOnceWith(tooltip(), button());
  });

  it('shows nothing for a finger, a button with text, or a pointer that passes by', () => {
    enter(button(), 'touch');
    later();
    enter(document.querySelectorAll('button')[1] as Element);
    later();
    enter(button());
    enter(document.body);
    later();
    expect(place).not.toHaveBeenCalled();
  });

  it('shows nothing while the menu of the button is open', () => {
    button().setAttribute('aria-expanded', 'true');
    enter(button());
    later();
    expect(tooltip()).toBeNull();
  });

  it.each([
    ['Escape', () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
    ['a press', () => document.dispatchEvent(new PointerEvent('pointerdown'))],
    ['a pointer elsewhere', () => enter(document.body)],
  ])('hides with %s', (_how, act) => {
    enter(button());
    later();
    act();
    expect(tooltip()).toBeNull();
  });

  it('has the theme of its button', () => {
    document.body.dataset.theme = 'dark';
    enter(button());
    later();
    expect(tooltip()?.getAttribute('data-theme')).toBe('dark');
    delete document.body.dataset.theme;
  });
});
