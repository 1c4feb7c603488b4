import type { Scope } from 'earshot';
import { createScope } from 'earshot/internal';
import type { PageLoad } from 'earshot-site/contract';
import type { Writes } from '../session/count-writes.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { fetchPage } from './fetch-page.ts';
import { showFragment, splitFragment } from './fragment.ts';
import { insertFiles } from './insert-files.ts';
import { formAddress, inPageAddress, type LinkClick } from './navigable.ts';

export interface NavigationOptions {
  /** Identifies the build of the page's scripts. */
  version: string;
  culture(): string;
  /** Asks the listener whether to leave a page with unsaved changes. */
  leaveQuestion(): string;
  /** Whether a path of the site can be loaded in place. */
  isPage(path: string): boolean;
  /** Whether a path chooses the language of the site. The page stays. */
  isLanguage(path: string): boolean;
  /** Chooses the language of the path `choice`, and reads the page of `address` in it. */
  translate(asked: { choice: string; address: string; signal: AbortSignal }): Promise<Translation>;
  /** Whether the page of a path may be fetched before a click, because a visit changes nothing. */
  isSafe(path: string): boolean;
  /** A page that is loaded during a write may lack the change. */
  writes: Pick<Writes, 'begun' | 'answered'>;
  /** Fetches the files that the page needs first. Resolves with a function that shows it. */
  prepare(load: PageLoad): Promise<(how: { isRefresh: boolean }) => void>;
  fail(): void;
}

/** A page in the language that its reader has chosen. */
interface Translation {
  load: PageLoad;
  /** Path and query. If the session has ended, they are those of the login. */
  address: string;
  /** Changes everything around the page. */
  swapFrame(): void;
}

/**
 * Fired before a page is loaded in place. If no handler prevents its default, the browser loads the whole page.
 */
export const AJAX_LOAD = 'ajax-load';

/** A page that has not arrived by then counts as unreachable. */
const LOAD_MS_MAX = 30_000;

/** The state of an entry of the browser's history. */
interface Entry {
  scrollY: number;
}

interface Step {
  /** Path, query and fragment. */
  address: string;
  mode: 'push' | 'replace' | 'none';
  /** The scroll position at which the entry was left, in CSS pixels. */
  scrollY?: number | undefined;
  /** True if the page stays, with newer data. */
  isRefresh?: boolean;
  /** The path of the language that the page changes to. */
  choice?: string;
  swapFrame?: Translation['swapFrame'];
}

export interface Navigation {
  /** Opens a page of the site in place. */
  go(address: string): Promise<void>;
  /** Reloads the shown page, at the reader's position. */
  refresh(): Promise<void>;
  /** The same for the page that is being loaded, which may have been made before the change. */
  refreshNext(): Promise<void>;
  dispose(): void;
}

/**
 * In-page navigation: follows links by fetching the page's content and swapping it in, and keeps the browser's
 * history correct.
 */
export function startNavigation(options: NavigationOptions): Navigation {
  const scope = createScope();
  let loading: AbortController | null = null;
  let isLeaving = false;
  let isNextStale = false;
  let shown = addressBar();
  /** Back and Forward change the address before the page. */
  let isAddressAhead = false;
  history.scrollRestoration = 'manual';
  restoreScroll(history.state); // after a reload, or Back from another site
  const { read, takeAhead } = fetchPages(scope, options);

  const isInPlace = (path: string) => options.isPage(path) || options.isLanguage(path);
  followLinks(scope, isInPlace, (address) => void go(address));
  scope.listen(window, 'popstate', (event) => {
    const { state } = event as PopStateEvent;
    isAddressAhead = addressBar() !== shown;
    if (!isAddressAhead) {
      if (isLeaving) loading?.abort(); // the page that is still loading is no longer wanted
      return restoreScroll(state);
    }
    const address = addressBar() + location.hash;
    void navigate({ address, mode: 'none', scrollY: state ? scrollOf(state) : undefined });
  });
  scope.listen(window, 'scrollend', rememberScroll); // for Back, however the page is left
  scope.add(() => loading?.abort());

  const go = (address: string) => {
    if (options.isLanguage(address)) {
      return navigate({ address: addressBar(), mode: 'replace', choice: address });
    }
    const isShown = splitFragment(address)[0] === addressBar();
    return navigate({ address, mode: isShown ? 'replace' : 'push' });
  };

  async function navigate(step: Step): Promise<void> {
    if (!mayLeave(step, options.leaveQuestion())) {
      if (step.mode === 'none') keepAddress(); // with another step, the page of the address may still come
      return;
    }
    if (!announce(step.address)) return location.assign(step.choice ?? step.address);
    // The reader is leaving for another page: newer data of this one is no longer wanted.
    if (step.isRefresh && isLeaving) return;
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    isLeaving = !step.isRefresh;
    document.documentElement.dataset.loading = '';
    const end = (hasFailed: boolean) => {
      cancel();
      if (loading !== mine) return;
      isLeaving = false;
      delete document.documentElement.dataset.loading;
      if (hasFailed) {
        options.fail();
        keepAddress();
      }
      if (isNextStale) void refreshNext();
    };
    const cancel = scope.timeout(() => {
      mine.abort();
      end(true);
    }, LOAD_MS_MAX);
    const { signal } = mine;
    try {
      const [address] = splitFragment(step.address);
      const writing = options.writes.answered();
      if (writing) await writing;
      const { load, ...own } = step.choice
        ? await options.translate({ choice: step.choice, address, signal })
        : { load: await read(address, signal) };
      if (!signal.aborted) await show(load, { ...step, ...own }, signal);
      end(false);
    } catch {
      end(!signal.aborted);
    }
  }

  /** If the page of the address does not come, the shown one gets its address back. */
  function keepAddress(): void {
    if (isAddressAhead) history.pushState(here(), '', shown);
    isAddressAhead = false;
  }

  async function show(load: PageLoad, step: Step, signal: AbortSignal): Promise<void> {
    const { address, mode, scrollY, isRefresh = false, swapFrame } = step;
    const [page, fragment] = splitFragment(address);
    if (load.redirect) return location.assign(load.redirect);
    if (load.redirect_ajax) return navigate(redirected(load.redirect_ajax, step));
    const [swap] = await Promise.all([options.prepare(load), insertFiles(load)]);
    if (signal.aborted) return;
    enter(address, mode);
    shown = page;
    isAddressAhead = false;
    if (swapFrame) {
      swapFrame();
      takeAhead(page); // drops a page in the language before
    }
    swap({ isRefresh });
    if (isRefresh || (scrollY === undefined && showFragment(fragment))) return;
    window.scrollTo(0, scrollY ?? 0);
  }

  const refresh = () => navigate({ address: addressBar(), mode: 'none', isRefresh: true });
  async function refreshNext(): Promise<void> {
    isNextStale = isLeaving;
    if (!isLeaving) await refresh();
  }

  return {
    go(address) {
      takeAhead(address); // a script leaves after a change, which the fetched page may lack
      return go(address);
    },
    refresh,
    refreshNext,
    dispose: scope.dispose,
  };
}

/** Fetches pages, some of them ahead. */
function fetchPages(scope: Scope, options: NavigationOptions) {
  const { version, culture, writes } = options;
  const request = (address: string, signal: AbortSignal) =>
    fetchPage({ version, culture: culture(), address, signal });
  const takeAhead = fetchAhead({
    scope,
    addressOf: (link) => safeAddress(link, options),
    fetch: (address) => request(address, scope.signal),
    writes,
  });
  return {
    takeAhead,
    async read(address: string, signal: AbortSignal): Promise<PageLoad> {
      const fresh = () => request(address, signal);
      return takeAhead(address)?.catch(fresh) ?? fresh();
    },
  };
}

/** The step to which the answer redirects. */
function redirected(to: string, { address, mode }: Step): Step {
  const [target, own] = splitFragment(to);
  return {
    address: target + (own || splitFragment(address)[1]),
    mode: mode === 'none' ? 'replace' : mode,
  };
}

/** Path and query of the page to which a link leads, if a visit of it changes nothing. */
function safeAddress(
  link: HTMLAnchorElement,
  { isSafe, isPage }: Pick<NavigationOptions, 'isSafe' | 'isPage'>,
): string | null {
  if (!isSafe(link.pathname)) return null;
  const address = inPageAddress(plainClick(link), new URL(location.href), isPage);
  return address && splitFragment(address)[0];
}

/** Opens links and forms to pages of the site in place. */
function followLinks(
  scope: Scope,
  isPage: NavigationOptions['isPage'],
  open: (address: string) => void,
): void {
  scope.listen(document, 'click', (event) => {
    const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[href]');
    if (!link) return;
    const click = describe(event as MouseEvent, link);
    const address = inPageAddress(click, new URL(location.href), isPage);
    if (!address) return;
    event.preventDefault();
    open(address);
  });
  scope.listen(document, 'submit', (event) => {
    const address = addressOfForm(event as SubmitEvent, isPage);
    if (!address) return;
    event.preventDefault();
    open(address);
  });
}

/** Path and query of a form's request; null if the browser should send it. */
function addressOfForm(event: SubmitEvent, isPage: NavigationOptions['isPage']): string | null {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented || form.method !== 'get' || form.target) return null;
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
  return formAddress(form.action, fields, new URL(location.href), isPage);
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
  history.replaceState(here(), '');
}

const here = (): Entry => ({ scrollY: window.scrollY });

/** The stored scroll position of a history entry, in CSS pixels. */
export const scrollOf = (state: unknown) => (state as Entry | null)?.scrollY ?? 0;

function restoreScroll(state: unknown): void {
  const scrollY = scrollOf(state);
  if (scrollY) window.scrollTo(0, scrollY);
}

/** Fires `ajax-load`. False if another handler has stopped it before ours, the last one, which accepts it. */
function announce(url: string): boolean {
  const scope = createScope();
  scope.listen(document, AJAX_LOAD, (event) => event.preventDefault());
  const event = new CustomEvent(AJAX_LOAD, { cancelable: true, detail: { url } });
  const isAccepted = !document.dispatchEvent(event);
  scope.dispose();
  return isAccepted;
}

/** A page with unsaved changes asks first, as it would before a full load. */
function mayLeave({ isRefresh }: Step, question: string): boolean {
  if (isRefresh) return true;
  const event = new Event('beforeunload', { cancelable: true });
  return window.dispatchEvent(event) || window.confirm(question);
}

function describe(event: MouseEvent, link: HTMLAnchorElement): LinkClick {
  return {
    ...plainClick(link),
    button: event.button,
    hasModifier: event.metaKey || event.ctrlKey || event.shiftKey || event.altKey,
    defaultPrevented: event.defaultPrevented,
  };
}

const plainClick = (link: HTMLAnchorElement): LinkClick => ({
  button: 0,
  hasModifier: false,
  defaultPrevented: false,
  href: link.href,
  target: link.target,
  isDownload: link.hasAttribute('download'),
});
