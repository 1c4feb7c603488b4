import type { claim, standIn } from './mount.ts';

/** The loader's functions for its parts. */
export interface Page {
  widgetUrl: string;
  scan(element: Element): Promise<unknown>;
  standIn: typeof standIn;
  claim: typeof claim;
}

/** A placement that waits for its frame. */
export interface Waiting extends Element {
  earshotWake?: Wake;
}

/**
 * Inserts the player into a placement; `hash` is the fragment of its address: `#play`, or `#play=12.5` for a second. False if the page has removed the
 * placement, or changed its options.
 */
export type Wake = (hash?: `#play${string}`) => HTMLIFrameElement | false;

/** A file that handles placements until their players are wanted. */
export interface Part {
  keep(placement: HTMLElement, wake: Wake, page: Page): void;
}
