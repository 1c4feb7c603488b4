import { trustedHtml } from 'earshot/internal';
import type { PageLoad } from 'earshot-site/contract';
import { hydrateRoot } from 'react-dom/client';
import type { NavigationOptions } from '../navigation/navigation.ts';
import { swapHead } from '../shell/swap-head.ts';
import type { WindowTitle } from '../shell/window-title.ts';
import type { Wrap } from '../site-context.tsx';
import { loadPage, type RenderPage } from './load-page.tsx';

interface PageRootOptions {
  element: HTMLElement;
  /** The page that the server has rendered into the element. */
  first: PageLoad['config'];
  wrap: Wrap;
  title: Pick<WindowTitle, 'setPage'>;
  onShown(): void;
}

/** Hydrates the page of the document. Returns the function with which navigation shows the next ones. */
export async function startPageRoot({
  element,
  first,
  wrap,
  title,
  onShown,
}: PageRootOptions): Promise<NavigationOptions['prepare']> {
  const draw = (render: RenderPage, { props, texts }: PageLoad['config']) =>
    wrap(render(props), texts);
  let root = hydrateRoot(element, draw(await loadPage(first), first));
  let shown = first.page;
  onShown();

  return async (load) => {
    const render = await loadPage(load.config);
    return ({ isRefresh }) => {
      swapHead(load.head);
      title.setPage(load.title);
      if (isRefresh && load.config.page === shown) {
        root.render(draw(render, load.config));
      } else {
        shown = load.config.page;
        markPlace(shown);
        root.unmount();
        element.innerHTML = trustedHtml(load.content);
        root = hydrateRoot(element, draw(render, load.config));
        focusHeading(element);
      }
      onShown();
    };
  };
}

/** Screen readers announce the new page, and Tab continues from its top. */
function focusHeading(page: HTMLElement): void {
  const target = page.querySelector<HTMLElement>('h1') ?? page;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Marks the place of a page that was loaded in place: the link of `Places` that names it. */
function markPlace(page: string): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-pages]')) {
    if (link.dataset.pages?.split(' ').includes(page)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}
