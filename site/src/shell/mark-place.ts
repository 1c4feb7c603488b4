/** Marks the place of a page that was loaded in place: the link of `Places` that names it. */
export function markPlace(page: string): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-pages]')) {
    if (link.dataset.pages?.split(' ').includes(page)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}
