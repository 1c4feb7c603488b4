export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly left: number;
  readonly top: number;
  /** The available height. Higher content must scroll. */
  readonly maxHeight: number;
}

const GAP_PX = 6; // between the control and its surface
const EDGE_PX = 4; // the margin to the edges of the view

/** Centred above its anchor; below if there is more room; always inside the view. */
export function placeBeside(anchor: Box, size: Size, view: Size): Place {
  const bottom = anchor.top + anchor.height;
  const above = anchor.top - GAP_PX - EDGE_PX;
  const below = view.height - bottom - GAP_PX - EDGE_PX;
  const isAbove = size.height <= above || above >= below;
  // If neither side has room, as in a low frame, it covers its anchor.
  const maxHeight = view.height - 2 * EDGE_PX;
  const height = Math.min(size.height, maxHeight);
  const top = isAbove ? anchor.top - GAP_PX - height : bottom + GAP_PX;
  return {
    left: within(anchor.left + (anchor.width - size.width) / 2, size.width, view.width),
    top: within(top, height, view.height),
    maxHeight,
  };
}

function within(start: number, length: number, end: number): number {
  return Math.max(EDGE_PX, Math.min(start, end - length - EDGE_PX));
}

/** Puts an open popover beside its anchor. */
export function putBeside(element: HTMLElement, anchor: Element): void {
  const view = { width: document.documentElement.clientWidth, height: innerHeight };
  const { offsetWidth: width, scrollHeight: height } = element;
  const place = placeBeside(anchor.getBoundingClientRect(), { width, height: height + 2 }, view);
  element.style.left = `${place.left}px`;
  element.style.top = `${place.top}px`;
  element.style.maxHeight = `${place.maxHeight}px`;
}
