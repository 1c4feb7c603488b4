/** The relevant facts of a click, so that the rule can be tested without a browser. */
export interface LinkClick {
  button: number;
  hasModifier: boolean;
  defaultPrevented: boolean;
  href: string;
  target: string;
  isDownload: boolean;
}

/** Path, query and fragment to load in place; null if the browser should follow the link. */
export function inPageAddress(
  click: LinkClick,
  current: URL,
  isPage: (path: string) => boolean,
): string | null {
  const { button, hasModifier, defaultPrevented, href, target, isDownload } = click;
  if (button !== 0 || hasModifier || defaultPrevented || isDownload) return null;
  if ((target && target !== '_self') || !URL.canParse(href, current.href)) return null;
  const url = new URL(href, current);
  if (url.origin !== current.origin || !isPage(url.pathname)) return null;
  const address = url.pathname + url.search;
  const isSamePage = address === current.pathname + current.search;
  return isSamePage && url.hash ? null : address + url.hash;
}

/** Path and query of a form that requests a page of the site; empty fields are dropped. Null for other forms. */
export function formAddress(
  action: string,
  fields: readonly (readonly [string, string])[],
  current: URL,
  isPage: (path: string) => boolean,
): string | null {
  const url = new URL(action, current);
  if (url.origin !== current.origin || !isPage(url.pathname)) return null;
  const query = new URLSearchParams(
    fields.filter(([, value]) => value !== '').map(([...pair]) => pair),
  );
  return url.pathname + (query.size > 0 ? `?${query}` : '');
}
