import type { Envelope } from 'earshot/contract';
import type { PageLoad } from 'earshot/internal';
import { inPageAddress } from './navigable.ts';

export interface NavigationOptions {
  /** Names the build of the page's scripts. */
  version: string;
  culture: string;
  /** Puts the page in place of the one that is shown. */
  swap(load: PageLoad): void;
  fail(): void;
}

/** Raised before a page is loaded in place. Whoever stops it takes the navigation over (spec section 2). */
export const AJAX_LOAD = 'ajax-load';

interface Entry {
  scrollY: number;
}

/** In-page navigation: fetches a page's content, swaps it in, and keeps the history true. */
export function startNavigation(options: NavigationOptions): void {
  let underWay: AbortController | null = null;
  let shown = addressBar();
  history.scrollRestoration = 'manual';
  restoreScroll(history.state); // a reload, or Back from another site

  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[href]');
    const address = link && inPageAddress(describe(event, link), new URL(location.href));
    if (!address) return;
    event.preventDefault();
    void navigate(address, address === addressBar() ? 'replace' : 'push');
  });
  window.addEventListener('popstate', (event) => {
    const address = addressBar();
    if (address !== shown) {
      void navigate(address, 'none', (event.state as Entry | null)?.scrollY ?? 0);
      return;
    }
    // Back on the page that is shown: one that was still coming is no longer wanted.
    underWay?.abort();
    restoreScroll(event.state);
  });
  // Where the page was left is needed when Back comes to it, whichever way it is left.
  window.addEventListener('scrollend', rememberScroll);

  function rememberScroll(): void {
    history.replaceState({ scrollY: window.scrollY } satisfies Entry, '');
  }

  async function navigate(address: string, mode: 'push' | 'replace' | 'none', scrollY = 0) {
    if (!mayUnload()) return;
    const notice = new CustomEvent(AJAX_LOAD, { cancelable: true, detail: { url: address } });
    document.addEventListener(AJAX_LOAD, stop, { once: true });
    if (document.dispatchEvent(notice)) {
      location.assign(address);
      return;
    }
    underWay?.abort();
    const mine = new AbortController();
    underWay = mine;
    document.documentElement.dataset.loading = '';
    try {
      const load = await fetchPage(address, options, mine.signal);
      if (mine.signal.aborted) return;
      await show(load, { address, mode, scrollY });
    } catch {
      if (!mine.signal.aborted) options.fail();
    } finally {
      if (underWay === mine) delete document.documentElement.dataset.loading;
    }
  }

  interface Step {
    address: string;
    mode: 'push' | 'replace' | 'none';
    scrollY: number;
  }

  async function show(load: PageLoad, { address, mode, scrollY }: Step): Promise<void> {
    if (load.redirect) {
      location.assign(load.redirect);
      return;
    }
    if (load.redirect_ajax) return navigate(load.redirect_ajax, mode === 'none' ? 'replace' : mode);
    if (mode === 'push') {
      rememberScroll();
      history.pushState({ scrollY: 0 } satisfies Entry, '', address);
    }
    if (mode === 'replace') history.replaceState({ scrollY: 0 } satisfies Entry, '', address);
    shown = address;
    insertAll(load);
    options.swap(load);
    window.scrollTo(0, scrollY);
  }
}

const addressBar = () => location.pathname + location.search;

function restoreScroll(state: unknown): void {
  const scrollY = (state as Entry | null)?.scrollY;
  if (scrollY) window.scrollTo(0, scrollY);
}

/** We are the handler that stops the notification: with none, a full load happens. */
function stop(event: Event): void {
  event.preventDefault();
}

/** A page with unsaved work asks first, as it would before a full load. */
function mayUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  return window.dispatchEvent(event) || window.confirm(document.title);
}

async function fetchPage(
  address: string,
  { version, culture }: NavigationOptions,
  signal: AbortSignal,
): Promise<PageLoad> {
  const query = new URLSearchParams({ url: address, v: version, c: culture });
  const response = await fetch(`/ajax?${query}`, {
    signal,
    headers: { Accept: 'application/json' },
  });
  const envelope = (await response.json()) as Envelope<PageLoad>;
  if ('error' in envelope) throw new Error(envelope.error.messages.join(', '));
  return envelope.response;
}

/** Scripts and styles that a page asks for, once each. */
function insertAll({ javascript, css }: PageLoad): void {
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
