// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const WINDOW = 768; // px; the height of happy-dom's window

/** Sends observers the view of the reader: an element is 200 px high and at `tops.get(element) - scrolled`. */
const tops = new Map<Element, number>();
let scrolled = 0;
const observers = new Set<FakeObserver>();

class FakeObserver {
  private readonly seen = new Map<Element, boolean>();
  private readonly margin: number;
  private readonly onChange: (entries: object[]) => void;
  constructor(onChange: (entries: object[]) => void, { rootMargin }: { rootMargin: string }) {
    this.onChange = onChange;
    this.margin = rootMargin === '100%' ? WINDOW : 0;
    observers.add(this);
  }
  observe(target: Element): void {
    this.seen.set(target, false);
  }
  unobserve(target: Element): void {
    this.seen.delete(target);
  }
  look(): void {
    const entries = [...this.seen].flatMap(([target, before]) => {
      const boundingClientRect = target.getBoundingClientRect();
      const { top } = boundingClientRect;
      const isIntersecting = top + 200 > -this.margin && top < WINDOW + this.margin;
      if (isIntersecting === before) return [];
      this.seen.set(target, isIntersecting);
      return [{ target, isIntersecting, boundingClientRect, time: performance.now() }];
    });
    if (entries.length > 0) this.onChange(entries);
  }
}

let mounted: number[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  vi.resetModules();
  tops.clear();
  observers.clear();
  scrolled = 0;
  mounted = [];
  const { keep } = await import('../../loader/near.ts');
  // Thirty placements, one below the other.
  for (let n = 0; n < 30; n += 1) {
    const placement = document.createElement('a');
    tops.set(placement, n * 300);
    placement.getBoundingClientRect = () =>
      ({ top: (tops.get(placement) ?? 0) - scrolled }) as DOMRect;
    keep(placement, () => {
      mounted.push(n);
      return false;
    });
  }
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Scrolls for `ms` milliseconds, in steps of 100. */
function scroll(pxPerSecond: number, ms: number): void {
  for (let at = 0; at < ms; at += 100) {
    scrolled += pxPerSecond / 10;
    window.dispatchEvent(new Event('scroll'));
    for (const observer of observers) observer.look();
    vi.advanceTimersByTime(100);
  }
}

it('mounts the players in sight, and no others before the reader scrolls', () => {
  for (const observer of observers) observer.look();
  vi.advanceTimersByTime(5_000);
  expect(mounted).toEqual([0, 1, 2]);
});

it('mounts the players ahead of a reader', () => {
  scroll(200, 3_000);
  expect(mounted).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5]));
  expect(Math.max(...mounted)).toBeLessThan(8);
});

it('leaves out the players that the reader flies past, and mounts those where the reader stops', () => {
  scroll(3_600, 2_000); // to 7200 px: the placements from 24 on are in sight
  expect(mounted).toEqual([]);
  scroll(0, 3_000);
  expect(mounted.slice(0, 3).sort()).toEqual([24, 25, 26]);
  expect(Math.min(...mounted)).toBeGreaterThan(20);
});
