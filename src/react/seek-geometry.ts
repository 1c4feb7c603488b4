import { PROGRESS_FULL_ABOVE, SEEK_MARGIN_PX } from '../contract/limits.ts';

/** A fraction as a percentage with two decimals; 100 % above 0.99. */
export function progressPercent(fraction: number): number {
  if (!(fraction > 0)) return 0;
  return fraction > PROGRESS_FULL_ABOVE ? 100 : Math.round(fraction * 10_000) / 100;
}

/** The fraction of the rail, 0 to 1, at a point of the bar. The rail begins and ends 32 px inside the bar. */
export function seekFraction(clientX: number, bar: { left: number; width: number }): number {
  const rail = bar.width - 2 * SEEK_MARGIN_PX;
  if (rail <= 0) return 0;
  return Math.min(Math.max((clientX - bar.left - SEEK_MARGIN_PX) / rail, 0), 1);
}
