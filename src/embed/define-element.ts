export type { EarshotPlayerElement } from './element.ts';

/**
 * Defines `<earshot-player>`. Resolves once it is; nothing happens on a server or when it is defined already. Elements
 * that are in the page before then take over what was set on them.
 */
export async function defineEarshotPlayer(name = 'earshot-player'): Promise<void> {
  if (typeof customElements === 'undefined') return;
  // Who only writes snippets or controls frames does not pay for it.
  const { elementClass } = await import('./element.ts');
  if (!customElements.get(name)) customElements.define(name, elementClass());
}
