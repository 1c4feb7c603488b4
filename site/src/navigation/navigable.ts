/** The parts of a click that decide, so that the rule can be tested without a browser. */
export interface LinkClick {
  button: number;
  hasModifier: boolean;
  defaultPrevented: boolean;
  href: string;
  target: string;
  isDownload: boolean;
}

/** Paths of our origin that are no pages of the site. */
const NOT_PAGES = /^\/(api|assets|media|player|widgets\.js|demo|ajax)(\/|$|\?)/;

/** Path and query to load in place; null where the browser should follow the link itself. */
export function inPageAddress(click: LinkClick, current: URL): string | null {
  const { button, hasModifier, defaultPrevented, href, target, isDownload } = click;
  if (button !== 0 || hasModifier || defaultPrevented || isDownload) return null;
  if ((target && target !== '_self') || !URL.canParse(href, current.href)) return null;
  const url = new URL(href, current);
  if (url.origin !== current.origin || NOT_PAGES.test(url.pathname)) return null;
  const address = url.pathname + url.search;
  const isSamePage = address === current.pathname + current.search;
  return isSamePage && url.hash ? null : address;
}
