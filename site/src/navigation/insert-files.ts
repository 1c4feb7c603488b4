import type { PageLoad } from 'earshot/internal';

/** Adds the scripts and styles that a page asks for, once each. */
export function insertFiles({ javascript, css }: Pick<PageLoad, 'javascript' | 'css'>): void {
  for (const src of javascript) insertOnce('script', { src });
  for (const href of css) insertOnce('link', { href, rel: 'stylesheet' });
}

function insertOnce(tag: string, attributes: Record<string, string>): void {
  const [[name, address] = ['', '']] = Object.entries(attributes);
  if (document.head.querySelector(`${tag}[${name}="${CSS.escape(address)}"]`)) return;
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  document.head.append(element);
}
