/** The parts of the loader that few pages need. */
export { control } from './control.ts';
export { keep } from './near.ts';
export { replaceShortcodes as replace } from './replace-shortcodes.ts';

/** Continues the episode of the previous page, and remembers the one that plays here. */
export const follow = async (widgetUrl: string) =>
  (await import('./on-demand-continue.ts')).follow(widgetUrl);

/** Lights the words of the post around a player. */
export const light = async (frame: HTMLIFrameElement) =>
  (await import('./on-demand-words.ts')).light(frame);
