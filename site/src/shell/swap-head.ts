import type { HeadTag } from 'earshot/internal';

/** All that a page's own `HeadTag`s can be; the rest of the head is the same on every page. */
const OF_PAGE = [
  'meta[property]',
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name^="twitter:"]',
  'link[rel="canonical"]',
  'link[rel="alternate"]',
  'script[type="application/ld+json"]',
].join();

/** Puts a page's own elements of the head in the place of those of the page before. */
export function swapHead(tags: readonly HeadTag[]): void {
  for (const old of document.head.querySelectorAll(OF_PAGE)) old.remove();
  document.head.append(...tags.map(createTag));
}

function createTag({ tag, attributes, json }: HeadTag): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (json !== undefined) element.textContent = JSON.stringify(json);
  return element;
}
