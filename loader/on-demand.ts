/** What the loader fetches only where a page needs it. */
export { createEmbedController } from '../src/embed/controller.ts';
export { replaceShortcodes } from './replace-shortcodes.ts';
