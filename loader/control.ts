import { createEmbedController, type EmbedController } from '../src/embed/controller.ts';
import type { Page } from './page.ts';

/** A controller for the player that an element is, holds or becomes. A player that waits is put into the page. */
export async function control(
  element: Element,
  { scan, standIn, wakers }: Page,
): Promise<EmbedController> {
  await scan(element);
  const placement = standIn(element)
    ? element
    : (element.querySelector('iframe,a.earshot-player') ?? element);
  wakers.get(placement)?.();
  return createEmbedController((standIn(placement) ?? placement) as HTMLIFrameElement);
}
