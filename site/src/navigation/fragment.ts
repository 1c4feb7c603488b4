/** Path and query of an address within the site, and its fragment with the `#`. */
export function splitFragment(address: string): [page: string, fragment: string] {
  const at = address.indexOf('#');
  return at === -1 ? [address, ''] : [address.slice(0, at), address.slice(at)];
}

/** Shows the element of a fragment, and moves the focus there. False if there is none: `#t=60` is a time. */
export function showFragment(fragment: string): boolean {
  const element = elementOf(fragment.slice(1));
  if (!element) return false;
  element.scrollIntoView();
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return true;
}

function elementOf(name: string): HTMLElement | null {
  try {
    return name ? document.getElementById(decodeURIComponent(name)) : null;
  } catch {
    return null; // not well-formed: there is no such element
  }
}
