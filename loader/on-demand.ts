import { createEmbedController, type EmbedController } from '../src/embed/controller.ts';

/** What the loader fetches only where a page needs it. */
export { replaceShortcodes } from './replace-shortcodes.ts';

/** A controller for the player in an element, or for the one that it is. */
export const control = (element: Element): EmbedController =>
  createEmbedController((element.querySelector('iframe') ?? element) as HTMLIFrameElement);
