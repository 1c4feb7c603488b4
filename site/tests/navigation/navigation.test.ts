// @vitest-environment happy-dom
import type { PageLoad } from 'earshot/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AJAX_LOAD, startNavigation } from '../../src/navigation/navigation.ts';

const swap = vi.fn<(load: PageLoad) => void>();
const fail = vi.fn();
const answers = new Map<string, (load: Partial<PageLoad> | null) => void>();
const page = (title: string): Partial<PageLoad> => ({ title, javascript: [], css: [] });
const settle = () =>
  vi.waitFor(() => expect(document.documentElement.dataset.loading).toBe(undefined));

/** A server that answers when the test says so: `null` is one that breaks. */
const fetchLater = (address: string, { signal }: RequestInit) =>
  new Promise<Response>((resolve, reject) => {
    const url = new URL(address, location.href).searchParams.get('url') ?? '';
    signal?.addEventListener('abort', () => reject(signal.reason));
    answers.set(url, (load) =>
      load ? resolve(Response.json({ response: load })) : reject(new TypeError('offline')),
    );
  });

const answer = (url: string, load: Partial<PageLoad> | null) => answers.get(url)?.(load);
const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
function goTo(address: string, state: unknown = null): void {
  history.replaceState(state, '', address);
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}

const start = () =>
  startNavigation({
    version: '1',
    culture: 'en',
    leaveQuestion: 'Leave?',
    isPage: (path) => path === '/' || path.startsWith('/show/'),
    swap,
    fail,
  });

let stop: () => void;
/** Ends what a test has started on the document and the window. */
let ending: AbortController;

beforeEach(() => {
  // Nothing serves the stylesheets that the pages insert.
  const { settings } = Reflect.get(window, 'happyDOM') as { settings: object };
  Object.assign(settings, { handleDisabledFileLoadingAsSuccess: true });
  ending = new AbortController();
  vi.stubGlobal('fetch', fetchLater);
  window.scrollTo = vi.fn();
  history.replaceState(null, '', '/');
  document.body.innerHTML =
    '<a id="b" href="/show/b">b</a><a id="none">n</a><a id="same" href="/">s</a><a id="file" href="/media/a.mp3">f</a>';
  stop = start();
});
afterEach(() => {
  stop();
  ending.abort();
  answers.clear();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('startNavigation', () => {
  it('swaps the page in and puts its address into the history', async () => {
    const before = history.length;
    click('#b');
    answer('/show/b', page('B'));
    await settle();
    expect(swap).toHaveBeenCalledWith(page('B'));
    expect([location.pathname, history.length]).toEqual(['/show/b', before + 1]);
  });

  it('raises ajax-load first and accepts it', async () => {
    const heard = vi.fn((event: Event) => (event as CustomEvent).detail.url);
    document.addEventListener(AJAX_LOAD, heard, { signal: ending.signal });
    click('#b');
    expect(heard).toHaveReturnedWith('/show/b');
    expect(answers.has('/show/b')).toBe(true);
  });

  it('drops a loading page when Back and Forward return to the one shown', async () => {
    goTo('/show/late');
    goTo('/');
    answer('/show/late', page('late'));
    await settle();
    expect(swap).not.toHaveBeenCalled();
    expect(fail).not.toHaveBeenCalled();
  });

  it('follows the last of two clicks', async () => {
    goTo('/show/first');
    click('#b');
    answer('/show/first', page('first'));
    answer('/show/b', page('B'));
    await settle();
    expect(swap.mock.calls).toEqual([[page('B')]]);
  });

  it('leaves an anchor without an address alone', () => {
    click('#none');
    expect(answers.size).toBe(0);
  });

  it('adds no second entry for the page that is shown', async () => {
    const before = history.length;
    click('#same');
    answer('/', page('home'));
    await settle();
    expect([swap.mock.calls.length, history.length]).toEqual([1, before]);
  });

  it('follows an in-page redirect', async () => {
    click('#b');
    answer('/show/b', { ...page('B'), redirect_ajax: '/show/c' });
    await vi.waitFor(() => expect(answers.has('/show/c')).toBe(true));
    answer('/show/c', page('C'));
    await settle();
    expect([location.pathname, swap.mock.calls]).toEqual(['/show/c', [[page('C')]]]);
  });

  it('inserts the scripts and styles of a page once', async () => {
    for (const title of ['1', '2']) {
      click('#b');
      answer('/show/b', { ...page(title), css: ['/extra.css'] });
      await settle();
    }
    expect(document.head.querySelectorAll('link[href="/extra.css"]')).toHaveLength(1);
  });

  it('reports a page that cannot be loaded', async () => {
    click('#b');
    answer('/show/b', null);
    await settle();
    expect(fail).toHaveBeenCalledOnce();
    expect(location.pathname).toBe('/');
  });

  it('scrolls back to where the entry was left', async () => {
    goTo('/show/b', { scrollY: 640 });
    answer('/show/b', page('B'));
    await settle();
    expect(window.scrollTo).toHaveBeenCalledWith(0, 640);
  });

  it('scrolls a reloaded page to where it was', () => {
    history.replaceState({ scrollY: 320 }, '', '/');
    stop();
    stop = start();
    expect(window.scrollTo).toHaveBeenCalledWith(0, 320);
  });

  it('asks in words before it leaves a page with unsaved changes, and stays if the listener says no', () => {
    const { signal } = ending;
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    window.confirm = vi.fn(() => false);
    click('#b');
    expect(window.confirm).toHaveBeenCalledExactlyOnceWith('Leave?');
    expect(answers.size).toBe(0);
  });

  it('leaves links to everything but pages to the browser', () => {
    const heard = vi.fn((event: Event) => {
      expect(event.defaultPrevented).toBe(false);
      event.preventDefault(); // the test has nowhere to go
    });
    window.addEventListener('click', heard, { signal: ending.signal });
    click('#file');
    expect(heard).toHaveBeenCalledOnce();
    expect(answers.size).toBe(0);
  });

  it('does nothing more once it is stopped, and drops the page that is loading', async () => {
    click('#b');
    stop();
    answer('/show/b', page('B'));
    await settle();
    document.body.addEventListener('click', (event) => event.preventDefault());
    click('#b');
    goTo('/show/late');
    window.dispatchEvent(new Event('scrollend'));
    expect([...answers.keys()]).toEqual(['/show/b']);
    expect(history.state).toBeNull();
    expect(swap).not.toHaveBeenCalled();
    expect(fail).not.toHaveBeenCalled();
  });
});
