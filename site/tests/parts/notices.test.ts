// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNotices, type Notices } from '../../src/parts/notices.ts';

let notices: Notices;
const shown = (role: string) =>
  [...document.querySelectorAll(`[role="${role}"] .site-notice`)].map(
    (element) => element.firstChild?.textContent,
  );

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div role="alert"></div><div role="status"></div>';
  notices = createNotices(document.body, () => 'Close');
});
afterEach(() => {
  notices.dispose();
  vi.useRealTimers();
});

describe('createNotices', () => {
  it.each([
    ['success', 'status', 'success'],
    ['plain', 'status', 'plain'],
    [undefined, 'status', 'plain'],
    ['warning', 'alert', 'warning'],
    ['error', 'alert', 'danger'],
  ] as const)('shows %s as %s, in the style %s', (level, role, style) => {
    notices.show('Text', level ? { level } : {});
    expect(shown(role)).toEqual(['Text']);
    expect(document.querySelector<HTMLElement>('.site-notice')?.dataset.level).toBe(style);
  });

  it.each([
    ['file: The file may have 2 MB at most', 'The file may have 2 MB at most'],
    ['image_url: مطلوب', 'مطلوب'],
    ['user: is not a user here', 'is not a user here'],
    ['A word: more', 'A word: more'],
  ])('shows %j without the name of the field: %j', (text, words) => {
    notices.show(text, { level: 'error' });
    expect(shown('alert')).toEqual([words]);
  });

  it('stays until it is closed', () => {
    notices.show('Saved', { level: 'success' });
    vi.advanceTimersByTime(3_600_000);
    expect(shown('status')).toEqual(['Saved']);
    document.querySelector<HTMLElement>('[aria-label="Close"]')?.click();
    expect(shown('status')).toEqual([]);
  });

  it('closes after the given time', () => {
    notices.show('Gone soon', { autoCloseMs: 5_000 });
    vi.advanceTimersByTime(4_999);
    expect(shown('status')).toEqual(['Gone soon']);
    vi.advanceTimersByTime(1);
    expect(shown('status')).toEqual([]);
  });

  it('shows the same text once, for as long as the last time asks', () => {
    notices.show('Again', { level: 'error', autoCloseMs: 5_000 });
    vi.advanceTimersByTime(4_000);
    notices.show('Again', { level: 'error', autoCloseMs: 5_000 });
    expect(shown('alert')).toEqual(['Again']);
    vi.advanceTimersByTime(4_000);
    expect(shown('alert')).toEqual(['Again']);
    vi.advanceTimersByTime(1_000);
    expect(shown('alert')).toEqual([]);
  });

  it('shows several texts at once, never as HTML', () => {
    notices.show('<b>one</b>');
    notices.show('two');
    expect(shown('status')).toEqual(['<b>one</b>', 'two']);
  });
});
