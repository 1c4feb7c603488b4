import { describe, expect, it } from 'vitest';
import { placeBeside } from '../../src/react/place-beside.ts';

const VIEW = { width: 400, height: 300 };
const SIZE = { width: 100, height: 80 };
const at = (left: number, top: number) => ({ left, top, width: 44, height: 44 });

describe('placeBeside', () => {
  it('centres above the anchor', () => {
    expect(placeBeside(at(200, 200), SIZE, VIEW)).toMatchObject({ left: 172, top: 114 });
  });

  it('goes below if there is no room above', () => {
    expect(placeBeside(at(200, 20), SIZE, VIEW).top).toBe(70);
  });

  it.each([
    ['left', at(0, 200), 4],
    ['right', at(380, 200), 296],
  ])('stays inside the view at its %s edge', (_edge, anchor, left) => {
    expect(placeBeside(anchor, SIZE, VIEW).left).toBe(left);
  });

  it('covers the anchor in a frame that is too low, and scrolls if it is higher than the frame', () => {
    const low = { width: 400, height: 80 };
    expect(placeBeside(at(200, 18), { width: 100, height: 300 }, low)).toEqual({
      left: 172,
      top: 4,
      maxHeight: 72,
    });
  });
});
