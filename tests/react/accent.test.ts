import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentStyle } from '../../src/react/accent.ts';

const SURFACES = { light: [255, 255, 255], dark: [29, 28, 27] };

function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: readonly number[], b: readonly number[]): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const channels = (css = '') => (css.match(/\d+/g) ?? []).map(Number);

describe('accentStyle', () => {
  it.each(['light', 'dark'] as const)('keeps any colour readable on %s', (theme) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const style = accentStyle(number.toString(16).padStart(6, '0'), theme);
        const accent = channels(style?.['--es-accent']);
        const on = style?.['--es-on-accent'] === '#fff' ? [255, 255, 255] : [17, 17, 17];
        expect(contrast(accent, SURFACES[theme])).toBeGreaterThanOrEqual(4.45);
        expect(contrast(accent, on)).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('keeps a colour with sufficient contrast', () => {
    expect(accentStyle('0b6e5e', 'light')?.['--es-accent']).toBe('rgb(11 110 94)');
  });

  it('accepts three digits, and returns both themes if none was chosen', () => {
    expect(accentStyle('00f', undefined)?.['--es-accent']).toMatch(
      /^light-dark\(rgb\(0 0 255\), rgb\(/,
    );
  });

  it.each([undefined, '', 'red', '12345'])('ignores the invalid colour %s', (color) => {
    expect(accentStyle(color, 'light')).toBeUndefined();
  });
});
