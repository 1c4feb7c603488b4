import { describe, expect, it } from 'vitest';
import {
  keyStep,
  nextZoom,
  scrollAfterZoom,
  scrollToFollow,
  timesInView,
} from '../../src/pages/edit-chapters/zoom.ts';

const HOURS_3 = 10_800;

function zoomed(duration: number): number {
  let zoom = 1;
  for (let step = 0; step < 20; step++) zoom = nextZoom(zoom, true, duration);
  return zoom;
}

describe('nextZoom', () => {
  it('goes so far that a tenth of a second of three hours is a pixel on a phone', () => {
    expect((300 * zoomed(HOURS_3)) / (HOURS_3 * 10)).toBeGreaterThanOrEqual(1);
  });

  it('never shows more than the whole sound', () => {
    expect([nextZoom(1, false, HOURS_3), zoomed(5), nextZoom(2, false, HOURS_3)]).toEqual([
      1, 1, 1,
    ]);
  });
});

describe('timesInView', () => {
  it('names the first and the last second that the view shows', () => {
    expect(timesInView({ width: 400, scrolled: 300, whole: 800 }, 60)).toEqual([22.5, 52.5]);
  });
});

describe('keyStep', () => {
  it('is a second, and a tenth if the view is short', () => {
    expect([keyStep(1, 60), keyStep(2, HOURS_3), keyStep(zoomed(HOURS_3), HOURS_3)]).toEqual([
      1, 1, 0.1,
    ]);
  });
});

describe('scrollAfterZoom', () => {
  const view = { width: 400, scrolled: 300, whole: 800 };

  it('keeps the middle of the view in its place', () => {
    expect(scrollAfterZoom(view, 1600, null)).toBe(800);
  });

  it('keeps a held place where it is, and brings one from outside to the middle', () => {
    expect(scrollAfterZoom(view, 1600, 0.5)).toBe(700); // 100 px from the left, as before
    expect(scrollAfterZoom(view, 1600, 0.25)).toBe(200);
  });
});

describe('scrollToFollow', () => {
  const view = { width: 400, scrolled: 400, whole: 4000 };
  const follow = (before: number, now: number) =>
    scrollToFollow(view, { before, now, duration: 100 });

  it('stays while the playing place is in view', () => {
    expect(follow(12, 12.1)).toBeNull();
  });

  it('turns the page when it leaves the view, and jumps with it', () => {
    expect(follow(19.99, 20.1)).toBeCloseTo(754);
    expect(follow(50, 5)).toBe(150);
  });

  it('stays if the author has scrolled away from it', () => {
    expect(follow(50, 50.1)).toBeNull();
  });
});
