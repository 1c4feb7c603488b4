import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentStyle, artworkStyle } from '../../src/react/accent.ts';

/** All backgrounds of `tokens.css` on which an accent appears. */
const GROUNDS = { light: ['#fff', '#fbfaf8'], dark: ['#141413', '#1d1c1b', '#2a2826'] };
const THEMES = ['light', 'dark'] as const;

function luminance(hex: string): number {
  const digits = hex.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a = '', b = ''): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe.each([
  ['accentStyle', accentStyle],
  ['artworkStyle', artworkStyle],
])('%s', (_, styleOf) => {
  it.each(THEMES)('keeps texts, rails and glyphs of any colour readable on %s', (theme) => {
    fc.assert(
      fc.property(anyColor, fc.constantFrom(...GROUNDS[theme]), (color, ground) => {
        const style = styleOf(color, theme) ?? {};
        expect(contrast(style['--es-accent-ink'], ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(style['--es-accent-rail'], ground)).toBeGreaterThanOrEqual(3);
        expect(contrast(style['--es-accent'], style['--es-on-accent'])).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it.each([undefined, null, '', 'red', '12345', 7 as never])(
    'ignores the invalid colour %s',
    (color) => {
      expect(styleOf(color, 'light')).toBeUndefined();
    },
  );
});

describe('accentStyle', () => {
  it.each(THEMES)('fills with the colour of the author on %s', (theme) => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(accentStyle(color, theme)?.['--es-accent']).toBe(color);
      }),
    );
  });

  it('puts a dark glyph on yellow, and darkens yellow text alone', () => {
    const style = accentStyle('ffee00', 'light') ?? {};
    expect(style).toMatchObject({ '--es-accent': '#ffee00', '--es-on-accent': '#000' });
    expect(style['--es-accent-ink']).not.toBe('#ffee00');
  });

  it('leaves a colour with sufficient contrast as it is', () => {
    expect(accentStyle('0b6e5e', 'light')).toEqual({
      '--es-accent': '#0b6e5e',
      '--es-on-accent': '#fff',
      '--es-accent-ink': '#0b6e5e',
      '--es-accent-rail': '#0b6e5e',
    });
  });

  it('rings a fill that would vanish', () => {
    expect(accentStyle('fff', 'light')?.['--es-accent-edge']).toBe('var(--es-control)');
    expect(accentStyle('fff', 'dark')).not.toHaveProperty('--es-accent-edge');
  });

  it('returns both themes if none was chosen', () => {
    expect(accentStyle('00f', undefined)).toMatchObject({
      '--es-accent': '#0000ff',
      '--es-accent-ink': expect.stringMatching(/^light-dark\(#0000ff,#\w{6}\)$/),
    });
  });
});

describe('artworkStyle', () => {
  it.each(THEMES)('fills with a colour that is seen on %s', (theme) => {
    fc.assert(
      fc.property(anyColor, fc.constantFrom(...GROUNDS[theme]), (color, ground) => {
        expect(
          contrast(artworkStyle(color, theme)?.['--es-accent'], ground),
        ).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});
