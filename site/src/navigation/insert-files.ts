import { trustedScript } from 'earshot/internal';
import type { PageLoad } from 'earshot-site/contract';

/** Adds the scripts and styles of a page, once each. Resolves when the styles apply. */
export async function insertFiles({
  javascript,
  css,
}: Pick<PageLoad, 'javascript' | 'css'>): Promise<void> {
  for (const src of javascript) void insertOnce('script', { src: trustedScript(src) });
  await Promise.all(css.map((href) => insertOnce('link', { href, rel: 'stylesheet' })));
}

/**
 * Resolves when the file has arrived, or will not. A page without its styles is still readable, and the next page
 * that needs the file requests it again.
 */
function insertOnce(tag: string, attributes: Record<string, string>): Promise<void> | undefined {
  const [[name, address] = ['', '']] = Object.entries(attributes);
  if (document.head.querySelector(`${tag}[${name}="${CSS.escape(String(address))}"]`)) return;
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return new Promise((resolve) => {
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      resolve();
    };
    document.head.append(element);
  });
}
