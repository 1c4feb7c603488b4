/**
 * A placement of a player. Properties of the node, because some pages replace WeakMap, and because the loaders of several
 * hosts share it.
 */
export interface Placement extends HTMLElement {
  /** The element that represents it: its frame, or itself. Another scan does not mount it then. */
  earshotFrame?: HTMLElement | undefined;
  earshotWake?: Wake;
}

/** Inserts the player into a placement. False if the page has removed the placement, or changed its options. */
export type Wake = () => HTMLIFrameElement | false;

/** A file that handles placements until their players are wanted. */
export interface Part {
  keep(placement: Placement, wake: Wake, widgetUrl: string): void;
}
