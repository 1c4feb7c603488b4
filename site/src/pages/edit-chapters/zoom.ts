/** Seconds in view at the highest zoom: a tenth of a second is a pixel even on a phone. */
const FINEST_VIEW_S = 20;
/** With at most so many seconds in view, keys move marks by tenths. */
const TENTHS_VIEW_S = 120;
const ZOOM_STEP = 2;
const JUMP_S = 1; // more than plays between two checks

/** The width of the whole sound in views, after one step in or out. */
export function nextZoom(zoom: number, isIn: boolean, duration: number): number {
  const highest = Math.max(1, duration / FINEST_VIEW_S);
  return Math.min(highest, Math.max(1, isIn ? zoom * ZOOM_STEP : zoom / ZOOM_STEP));
}

/** Seconds by which an arrow key moves a mark. */
export const keyStep = (zoom: number, duration: number): number =>
  zoom > 1 && duration / zoom <= TENTHS_VIEW_S ? 0.1 : 1;

/** A view of the sound. All in CSS pixels. */
export interface View {
  width: number;
  /** The part of the sound before the view. */
  scrolled: number;
  /** Width of the whole sound. */
  whole: number;
}

/** The first and the last second in view. */
export function timesInView({ width, scrolled, whole }: View, duration: number): [number, number] {
  const at = (x: number) => (x / whole) * duration;
  return [at(scrolled), at(scrolled + width)];
}

const isSeen = (x: number, { width }: View) => x >= 0 && x <= width;

/**
 * The scroll position after the sound gets another width. A held place stays, or moves to the middle
 * if it was out of view.
 * @param held fraction of the sound; null for the middle of the view
 */
export function scrollAfterZoom(view: View, whole: number, held: number | null): number {
  const at = held ?? (view.scrolled + view.width / 2) / view.whole;
  const x = at * view.whole - view.scrolled;
  return at * whole - (isSeen(x, view) ? x : view.width / 2);
}

/**
 * The scroll position that shows the playing place. Null if nothing must change: the place is in view, or the author
 * has scrolled away from it.
 */
export function scrollToFollow(
  view: View,
  { before, now, duration }: Readonly<Record<'before' | 'now' | 'duration', number>>,
): number | null {
  const x = (seconds: number) => (seconds / duration) * view.whole - view.scrolled;
  const isLeft = isSeen(x(before), view) || Math.abs(now - before) > JUMP_S;
  return isSeen(x(now), view) || !isLeft ? null : x(now) + view.scrolled - view.width / 8;
}
