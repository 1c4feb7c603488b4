import { createEmbedController, type EmbedController } from '../src/embed/controller.ts';
import { breathe } from './hold.ts';

/** What the loader fetches only where a page needs it. */
export { breathe } from './hold.ts';
export { replaceShortcodes as replace } from './replace-shortcodes.ts';

/** As long as a page with many players needs to have them all. */
const TURNS = 50;

/** A controller for the player in an element, or for the one that it is, or is about to become. */
export async function control(
  element: Element,
  scan: (element: Element) => Promise<unknown>,
  standIn: (element: Element) => Element | undefined,
): Promise<EmbedController> {
  await scan(element);
  const find = () => {
    const player = standIn(element) ?? element;
    return player.querySelector('iframe') ?? player;
  };
  for (let turn = 0; turn < TURNS && find().localName !== 'iframe'; turn++) await breathe();
  return createEmbedController(find() as HTMLIFrameElement);
}
