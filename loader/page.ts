import type { claim, standIn } from './mount.ts';

/** The loader, for its parts. */
export interface Page {
  widgetUrl: string;
  scan(element: Element): Promise<unknown>;
  standIn: typeof standIn;
  claim: typeof claim;
  /** Those of the placements that wait. */
  wakers: WeakMap<Element, Wake>;
}

/**
 * Puts the player into a placement; `hash` is the fragment of its address. False if the page has removed the placement, or
 * changed its options.
 */
export type Wake = (hash?: '#play') => HTMLIFrameElement | false;

/** A file that keeps placements until their players are wanted. */
export interface Part {
  keep(placement: HTMLElement, wake: Wake, page: Page): void;
}
