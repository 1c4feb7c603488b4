// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CopyField } from '../../src/react/copy-field.tsx';
import { fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const text = 'https://site.test/show/harbour';
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' });
const button = () => screen.getByRole('button');

/** Lets promises settle and the components render. */
const settle = () => vi.advanceTimersByTimeAsync(20);

function show(writeText: (text: string) => Promise<void>, isCode = false) {
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const props = { label: 'Link', text, feedbackMs: 1_500, isCode };
  renderWithPlayer(<CopyField {...props} />, fakePlayer());
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each([
  ['a link', false],
  ['code', true],
])('CopyField with %s', (_, isCode) => {
  it.each([
    ['its button', button],
    ['the text', field],
  ])('copies on a click on %s, and shows that for the given time', async (_name, target) => {
    const writeText = vi.fn(async () => {});
    show(writeText, isCode);
    expect(button().textContent).toBe('Copy');
    fireEvent.click(target());
    await settle();
    expect(writeText).toHaveBeenCalledExactlyOnceWith(text);
    expect(button().textContent).toBe('Copied');
    await vi.advanceTimersByTimeAsync(1_450);
    expect(button().textContent).toBe('Copied');
    await vi.advanceTimersByTimeAsync(100);
    expect(button().textContent).toBe('Copy');
  });

  it('restarts the time after another click', async () => {
    show(async () => {}, isCode);
    fireEvent.click(button());
    await vi.advanceTimersByTimeAsync(1_000);
    fireEvent.click(button());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(button().textContent).toBe('Copied');
    await vi.advanceTimersByTimeAsync(600);
    expect(button().textContent).toBe('Copy');
  });

  it('copies in a frame without permission for the clipboard', async () => {
    document.execCommand = vi.fn(() => true);
    show(() => Promise.reject(new Error('not allowed')), isCode);
    fireEvent.click(button());
    await settle();
    expect(button().textContent).toBe('Copied');
    expect(document.execCommand).toHaveBeenCalledExactlyOnceWith('copy');
  });

  it('leaves the focus where it was', async () => {
    document.execCommand = vi.fn(() => true);
    show(() => Promise.reject(new Error('not allowed')), isCode);
    button().focus();
    fireEvent.click(button());
    await settle();
    expect(document.activeElement).toBe(button());
  });

  it('leaves the text selected if copying is not allowed', async () => {
    document.execCommand = vi.fn(() => false);
    show(() => Promise.reject(new Error('not allowed')), isCode);
    fireEvent.click(button());
    await settle();
    expect(button().textContent).toBe('Copy');
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, text.length]);
  });
});
