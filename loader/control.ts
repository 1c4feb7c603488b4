import { createEmbedController, type EmbedController } from '../src/embed/controller.ts';
import type { Page, Waiting } from './page.ts';

/** A controller for the player that an element is, contains or becomes. A waiting player is inserted into the page. */
export async function control(element: Element, { scan, standIn }: Page): Promise<EmbedController> {
  await scan(element);
  const placement = standIn(element)
    ? element
    : (element.querySelector('iframe,a.earshot-player') ?? element);
  (placement as Waiting).earshotWake?.();
  return createEmbedController((standIn(placement) ?? placement) as HTMLIFrameElement);
}
