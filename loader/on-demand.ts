import type { Page } from './page.ts';

/** The parts of the loader that few pages need. */
export { control } from './control.ts';
export { keep } from './near.ts';
export { replaceShortcodes as replace } from './replace-shortcodes.ts';

/** Continues the episode of the previous page, and remembers the one that plays here. */
export const follow = async (page: Page) => (await import('./on-demand-continue.ts')).follow(page);
