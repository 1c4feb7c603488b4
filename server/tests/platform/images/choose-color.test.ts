import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseColor } from '../../../src/platform/images/choose-color.ts';

type Rgb = readonly [number, number, number];

/** A picture of these colours, each as often as the number says. */
function picture(...parts: readonly (readonly [Rgb, number])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([rgb, times]) => Array.from({ length: times }, () => rgb).flat()),
  );
}

const WHITE: Rgb = [255, 255, 255];
const RED: Rgb = [200, 40, 30];
const TEAL: Rgb = [20, 130, 120];

const channels = (hex: string | null) =>
  [0, 2, 4].map((at) => Number.parseInt((hex ?? '').slice(at, at + 2), 16));

describe('chooseColor', () => {
  it('is the colour of a picture with one', () => {
    expect(chooseColor(picture([WHITE, 700], [RED, 300]))).toBe('c8281e');
  });

  it('is the most frequent of two vivid colours', () => {
    const [red = 0, green = 0] = channels(chooseColor(picture([RED, 100], [TEAL, 900])));
    expect(green).toBeGreaterThan(red);
  });

  it('is a small vivid part rather than a large pale one', () => {
    expect(chooseColor(picture([[200, 205, 215], 850], [RED, 150]))).toBe('c8281e');
  });

  it.each([
    ['in shades of grey', picture([WHITE, 100], [[90, 90, 90], 100], [[0, 0, 0], 100])],
    ['in pale colours', picture([[235, 230, 225], 100], [[210, 214, 216], 100])],
    ['with a speck of colour', picture([WHITE, 1000], [RED, 5])],
    ['without pixels', new Uint8Array()],
  ])('is null for a picture %s', (_, pixels) => {
    expect(chooseColor(pixels)).toBeNull();
  });

  it('is null or six digits for any pixels', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (pixels) => {
        expect(chooseColor(pixels) ?? '000000').toMatch(/^[0-9a-f]{6}$/);
      }),
    );
  });
});
