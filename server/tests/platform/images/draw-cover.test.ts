import { describe, expect, it } from 'vitest';
import { drawCover, PALETTES } from '../../../src/platform/images/draw-cover.ts';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

describe('drawCover', () => {
  it.each(PALETTES)('keeps letters readable on $ground', ({ ground, tones, ink }) => {
    for (const behind of [ground, ...tones]) {
      expect(contrast(ink, behind)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('draws the same for the same seed, and another picture for another one', () => {
    const drawings = Array.from({ length: 84 }, (_, seed) => drawCover({ seed, letters: 'A' }));
    expect(new Set(drawings).size).toBe(84);
    expect(drawCover({ seed: 5, letters: 'A' })).toBe(drawings[5]);
  });

  it('escapes its letters', () => {
    expect(drawCover({ seed: 1, letters: '<&' })).toContain('>&lt;&amp;</text>');
  });
});
