import { describe, expect, it } from 'vitest';
import { cropRect, dragCrop, WHOLE } from '../../src/studio/crop-rect.ts';

const WIDE = { width: 3000, height: 2000 };

describe('cropRect', () => {
  it('takes the largest square from the middle at first', () => {
    expect(cropRect(WIDE, WHOLE)).toEqual({ left: 500, top: 0, side: 2000 });
  });

  it('stays within the picture at every zoom', () => {
    expect(cropRect(WIDE, { zoom: 4, x: 1, y: 1 })).toEqual({ left: 2500, top: 1500, side: 500 });
  });
});

describe('dragCrop', () => {
  it('moves the picture with the pointer, up to its edge', () => {
    expect(dragCrop(WIDE, WHOLE, { x: 0.1, y: 0 }).x).toBeCloseTo(0.3);
    expect(dragCrop(WIDE, WHOLE, { x: 5, y: 0 }).x).toBe(0);
  });

  it('keeps the place where there is no way to go', () => {
    expect(dragCrop(WIDE, WHOLE, { x: 0, y: 3 }).y).toBe(0.5);
  });
});
