export type { EarshotPlayerElement } from './element.ts';

/**
 * Defines `<earshot-player>`. Does nothing on a server or if the element is already defined. Existing elements keep
 * the properties that were set on them.
 */
export async function defineEarshotPlayer(name = 'earshot-player'): Promise<void> {
  if (typeof customElements === 'undefined') return;
  // A separate file: apps that only write snippets or control frames do not load it.
  const { elementClass } = await import('./element.ts');
  if (!customElements.get(name)) customElements.define(name, elementClass());
}
