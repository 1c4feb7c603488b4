import { createScope, type PageLoad } from 'earshot/internal';
import { fetchPage } from './fetch-page.ts';
import { insertFiles } from './insert-files.ts';
import { inPageAddress } from './navigable.ts';

export interface NavigationOptions {
  /** Names the build of the page's scripts. */
  version: string;
  culture: string;
  /** Asks the listener whether to leave a page with unsaved changes. */
  leaveQuestion: string;
  /** Whether a path of the site can be loaded in place. */
  isPage(path: string): boolean;
  /** Replaces the page that is shown. */
  swap(load: PageLoad): void;
  fail(): void;
}

/** Raised before a page is loaded in place. If no handler prevents its default, the browser loads the whole page. */
export const AJAX_LOAD = 'ajax-load';

/** The state of an entry of the browser's history. */
interface Entry {
  scrollY: number;
}

interface Step {
  address: string;
  mode: 'push' | 'replace' | 'none';
  scrollY?: number;
}

/**
 * In-page navigation: follows links by fetching the page's content and swapping it in, and keeps the browser's history
 * right. Returns a function that stops it.
 */
export function startNavigation(options: NavigationOptions): () => void {
  const scope = createScope();
  let loading: AbortController | null = null;
  let shown = addressBar();
  history.scrollRestoration = 'manual';
  restoreScroll(history.state); // after a reload, or Back from another site

  scope.listen(document, 'click', (event) => {
    const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[href]');
    if (!link) return;
    const click = describe(event as MouseEvent, link);
    const address = inPageAddress(click, new URL(location.href), options.isPage);
    if (!address) return;
    event.preventDefault();
    void navigate({ address, mode: address === addressBar() ? 'replace' : 'push' });
  });
  scope.listen(window, 'popstate', (event) => {
    const { state } = event as PopStateEvent;
    const address = addressBar();
    if (address !== shown) {
      void navigate({ address, mode: 'none', scrollY: scrollOf(state) });
      return;
    }
    // Back on the page that is shown: a page that is still loading is no longer wanted.
    loading?.abort();
    restoreScroll(state);
  });
  // Back needs the place at which the page was left, whichever way it is left.
  scope.listen(window, 'scrollend', rememberScroll);
  scope.add(() => loading?.abort());

  async function navigate(step: Step): Promise<void> {
    if (!mayLeave(options.leaveQuestion)) return;
    if (!announce(step.address)) {
      location.assign(step.address);
      return;
    }
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    document.documentElement.dataset.loading = '';
    try {
      const load = await fetchPage({ ...options, address: step.address, signal: mine.signal });
      if (!mine.signal.aborted) await show(load, step);
    } catch {
      if (!mine.signal.aborted) options.fail();
    } finally {
      if (loading === mine) delete document.documentElement.dataset.loading;
    }
  }

  async function show(load: PageLoad, { address, mode, scrollY = 0 }: Step): Promise<void> {
    if (load.redirect) {
      location.assign(load.redirect);
      return;
    }
    if (load.redirect_ajax) {
      return navigate({ address: load.redirect_ajax, mode: mode === 'none' ? 'replace' : mode });
    }
    enter(address, mode);
    shown = address;
    insertFiles(load);
    options.swap(load);
    window.scrollTo(0, scrollY);
  }

  return scope.dispose;
}

const addressBar = () => location.pathname + location.search;

function enter(address: string, mode: Step['mode']): void {
  const entry: Entry = { scrollY: 0 };
  if (mode === 'push') {
    rememberScroll();
    history.pushState(entry, '', address);
  }
  if (mode === 'replace') history.replaceState(entry, '', address);
}

function rememberScroll(): void {
  history.replaceState({ scrollY: window.scrollY } satisfies Entry, '');
}

const scrollOf = (state: unknown) => (state as Entry | null)?.scrollY ?? 0;

function restoreScroll(state: unknown): void {
  const scrollY = scrollOf(state);
  if (scrollY) window.scrollTo(0, scrollY);
}

/** Raises `ajax-load`. False if another handler has kept it from ours, the last one, which accepts it. */
function announce(url: string): boolean {
  const scope = createScope();
  scope.listen(document, AJAX_LOAD, (event) => event.preventDefault());
  const event = new CustomEvent(AJAX_LOAD, { cancelable: true, detail: { url } });
  const isAccepted = !document.dispatchEvent(event);
  scope.dispose();
  return isAccepted;
}

/** A page with unsaved changes asks first, as it would before a full load. */
function mayLeave(question: string): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  return window.dispatchEvent(event) || window.confirm(question);
}

function describe(event: MouseEvent, link: HTMLAnchorElement) {
  return {
    button: event.button,
    hasModifier: event.metaKey || event.ctrlKey || event.shiftKey || event.altKey,
    defaultPrevented: event.defaultPrevented,
    href: link.href,
    target: link.target,
    isDownload: link.hasAttribute('download'),
  };
}
