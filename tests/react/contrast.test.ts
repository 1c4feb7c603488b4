import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GROUND_COLOURS } from '../../site/contract/ground-colours.ts';

const TOKENS = readFileSync('src/react/tokens.css', 'utf8');
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The colour of a token in a theme, resolved through other tokens. */
function colour(name: string, theme: Theme): string {
  const [, value = ''] = new RegExp(`--es-${name}: ([^;]+);`).exec(TOKENS) ?? [];
  const [, light = '', dark = ''] = /^light-dark\((\S+), (\S+)\)$/.exec(value) ?? [];
  const [, other] = /^var\(--es-([\w-]+)\)$/.exec(value) ?? [];
  return other ? colour(other, theme) : theme === 'light' ? light : dark;
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const digits = hex.slice(1).length === 3 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1, 7);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [a, b] = [luminance(colour(one, theme)), luminance(colour(other, theme))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const GROUNDS = ['ground', 'surface', 'raised'];
const TEXT = ['ink', 'quiet', 'accent-ink', 'alert'];
const SHAPES = ['rail', 'control', 'accent', 'accent-rail'];

const pairs = (fronts: string[]) =>
  THEMES.flatMap((theme) =>
    fronts.flatMap((front) => GROUNDS.map((ground) => [front, ground, theme] as const)),
  );

describe('the colours', () => {
  it.each(pairs(TEXT))('let text in %s be read on %s, %s', (front, ground, theme) => {
    expect(contrast(front, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(SHAPES))('let %s be seen on %s, %s', (front, ground, theme) => {
    expect(contrast(front, ground, theme)).toBeGreaterThanOrEqual(3);
  });

  it.each(THEMES)('let text be read on the accent and in a tooltip, %s', (theme) => {
    expect(contrast('on-accent', 'accent', theme)).toBeGreaterThanOrEqual(4.5);
    expect(contrast('ground', 'ink', theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(THEMES)('give the browser the same ground as the page, %s', (theme) => {
    expect(GROUND_COLOURS[theme]).toBe(colour('ground', theme));
  });
});

describe('docs/design.md', () => {
  it('names the measured contrast of each pair', () => {
    const docs = readFileSync('docs/design.md', 'utf8');
    for (const front of [...TEXT, ...SHAPES]) {
      const measured = THEMES.map((theme) =>
        Math.min(...GROUNDS.map((ground) => contrast(front, ground, theme))).toFixed(1),
      );
      expect(docs).toContain(`| \`${front}\` | ${measured.join(' | ')} |`);
    }
  });
});
