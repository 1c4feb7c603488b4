import { createEmbedController, type EmbedController } from '../src/embed/controller.ts';
import { breathe } from './hold.ts';

/** The parts of the loader that few pages need. */
export { breathe } from './hold.ts';
export { replaceShortcodes as replace } from './replace-shortcodes.ts';

/** Long enough for a page with many players to have them all. */
const TURNS = 50;

/** A controller for the player that an element is, holds or becomes. */
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
