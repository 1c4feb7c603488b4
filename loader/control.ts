import { createEmbedController, type EmbedController } from '../src/embed/controller.ts';
import type { Placement } from './placement.ts';

/** A controller for the player that an element is, contains or becomes. A waiting player is inserted into the page. */
export async function control(element: Placement, widgetUrl: string): Promise<EmbedController> {
  // Perhaps the page has no such element.
  if (!element?.querySelector) return createEmbedController(element as never);
  // Also watches the shadow root around the element.
  await window.Earshot?.widgets?.load(element);
  const placement: Placement = element.earshotFrame
    ? element
    : (element.querySelector<Placement>(`a.earshot-player,iframe[src^="${widgetUrl}/player?"]`) ??
      element.querySelector('iframe') ??
      element);
  placement.earshotWake?.();
  return createEmbedController((placement.earshotFrame ?? placement) as HTMLIFrameElement);
}
