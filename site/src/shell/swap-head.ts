import { trustedJson } from 'earshot/internal';
import type { HeadTag } from 'earshot-site/contract';

/** Matches every element that a page itself adds to the head. The other elements are the same on every page. */
export const OF_PAGE = [
  'meta[property]',
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name^="twitter:"]',
  'link[rel="canonical"]',
  'link[rel="alternate"]',
  'script[type="application/ld+json"]',
].join();

/** Replaces the elements that the previous page added to the head. */
export function swapHead(tags: readonly HeadTag[]): void {
  for (const old of document.head.querySelectorAll(OF_PAGE)) old.remove();
  document.head.append(...tags.map(createTag));
}

function createTag({ tag, attributes, json }: HeadTag): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (json !== undefined) element.textContent = trustedJson(json);
  return element;
}
