// @vitest-environment happy-dom
import type { PageLoad } from 'earshot-site/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AJAX_LOAD,
  type NavigationOptions,
  startNavigation,
} from '../../src/navigation/navigation.ts';

const swap = vi.fn<(load: PageLoad) => void>();
const fail = vi.fn();
const swapFrame = vi.fn();
const translate = vi.fn<NavigationOptions['translate']>(async ({ address }) => ({
  load: page('Pagina') as PageLoad,
  address,
  swapFrame,
}));
const answers = new Map<string, (load: Partial<PageLoad> | null) => void>();
const page = (title: string): Partial<PageLoad> => ({ title, javascript: [], css: [] });
const settle = () =>
  vi.waitFor(() => expect(document.documentElement.dataset.loading).toBe(undefined));

/** A server that answers when the test tells it to; `null` is a server that fails. */
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
    culture: () => 'en',
    leaveQuestion: () => 'Leave?',
    isLanguage: (path) => path.startsWith('/lang/'),
    translate,
    isPage: (path) => path === '/' || path.startsWith('/show/'),
    isSafe: (path) => path === '/show/b',
    writes: { begun: () => begun, answered: () => writing },
    prepare: async (load) => () => swap(load),
    fail,
  });

let begun = 0;
/** Ends when all pending changes have been answered. */
let writing: Promise<void> | null = null;
let stop: () => void;
/** Removes all that a test has started on the document and the window. */
let ending: AbortController;

beforeEach(() => {
  // No server has the stylesheets that the pages insert.
  const { settings } = Reflect.get(window, 'happyDOM') as { settings: object };
  Object.assign(settings, { handleDisabledFileLoadingAsSuccess: true });
  ending = new AbortController();
  vi.stubGlobal('fetch', fetchLater);
  window.scrollTo = vi.fn();
  history.replaceState(null, '', '/');
  document.body.innerHTML =
    '<a id="b" href="/show/b">b</a><a id="part" href="/show/b#a%20part">p</a>' +
    '<a id="moment" href="/show/b#t=60">m</a><a id="odd" href="/show/b#%E0%A4%A">o</a><a id="none">n</a><a id="same" href="/">s</a><a id="file" href="/media/a.mp3">f</a>' +
    '<a id="language" href="/lang/it">l</a>';
  stop = start().dispose;
});
afterEach(() => {
  stop();
  ending.abort();
  answers.clear();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  vi.useRealTimers();
  begun = 0;
  writing = null;
});

/** A pointer moves over a link and stays there. */
async function rest(selector: string, pointerType = 'mouse'): Promise<void> {
  const over = new PointerEvent('pointerover', { bubbles: true, pointerType });
  document.querySelector(selector)?.dispatchEvent(over);
  await vi.advanceTimersByTimeAsync(100);
}

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

  it('loads a page again that was made before a change, once it is shown', async () => {
    stop();
    const navigation = start();
    stop = navigation.dispose;
    click('#b');
    await navigation.refreshNext();
    const first = answers.get('/show/b');
    first?.(page('B'));
    await vi.waitFor(() => expect(answers.get('/show/b')).not.toBe(first));
    answer('/show/b', page('newer'));
    await settle();
    expect(swap).toHaveBeenLastCalledWith(page('newer'));
  });

  it('goes where the reader wants although the page asks for newer data meanwhile', async () => {
    stop();
    const navigation = start();
    stop = navigation.dispose;
    click('#b');
    await navigation.refresh();
    answer('/show/b', page('B'));
    await settle();
    expect(location.pathname).toBe('/show/b');
    void navigation.refresh();
    answer('/show/b', page('newer'));
    await settle();
    expect(swap).toHaveBeenLastCalledWith(page('newer'));
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

  it('changes the language around the shown page, and then that of the page', async () => {
    const before = history.length;
    click('#language');
    await settle();
    expect(translate.mock.lastCall?.[0]).toMatchObject({ choice: '/lang/it', address: '/' });
    expect(swap).toHaveBeenCalledExactlyOnceWith(page('Pagina'));
    expect(swapFrame).toHaveBeenCalledBefore(swap);
    expect([location.pathname, history.length]).toEqual(['/', before]);
  });

  it('follows an in-page redirect', async () => {
    click('#b');
    answer('/show/b', { ...page('B'), redirect_ajax: '/show/c' });
    await vi.waitFor(() => expect(answers.has('/show/c')).toBe(true));
    answer('/show/c', page('C'));
    await settle();
    expect([location.pathname, swap.mock.calls]).toEqual(['/show/c', [[page('C')]]]);
  });

  it('keeps the fragment of a link through a redirect, unless that has its own', async () => {
    click('#moment');
    answer('/show/b', { ...page('B'), redirect_ajax: '/show/c' });
    await vi.waitFor(() => expect(answers.has('/show/c')).toBe(true));
    answer('/show/c', { ...page('C'), redirect_ajax: '/show/d#t=5' });
    await vi.waitFor(() => expect(answers.has('/show/d')).toBe(true));
    answer('/show/d', page('D'));
    await settle();
    expect(location.pathname + location.hash).toBe('/show/d#t=5');
  });

  it('shows the element that the fragment names, and goes on from there', async () => {
    swap.mockImplementationOnce(() => {
      document.body.insertAdjacentHTML('beforeend', '<h2 id="a part">Part</h2>');
    });
    HTMLElement.prototype.scrollIntoView = vi.fn();
    click('#part');
    answer('/show/b', page('B'));
    await settle();
    const part = document.getElementById('a part');
    expect(location.hash).toBe('#a%20part');
    expect(vi.mocked(HTMLElement.prototype.scrollIntoView).mock.contexts).toEqual([part]);
    expect(document.activeElement).toBe(part);
    expect(window.scrollTo).not.toHaveBeenCalled();
  });

  it.each([
    ['a moment', '#moment', '#t=60'],
    ['nothing that can be read', '#odd', '#%E0%A4%A'],
    ['an element that is not there', '#part', '#a%20part'],
  ])('begins at the top if the fragment names %s', async (_, link, hash) => {
    let hashInSwap = '';
    swap.mockImplementationOnce(() => {
      hashInSwap = location.hash;
    });
    click(link);
    answer('/show/b', page('B'));
    await settle();
    expect([hashInSwap, location.hash]).toEqual([hash, hash]);
    expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  });

  it('comes back to the place on a page with a fragment, not to its element', async () => {
    goTo('/show/b#part', { scrollY: 640 });
    answer('/show/b', page('B'));
    await settle();
    expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith(0, 640);
    expect(location.hash).toBe('#part');
  });

  it('leaves a page with its fragment if the browser is to load it', () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const keep = (event: Event) => event.stopImmediatePropagation();
    document.addEventListener(AJAX_LOAD, keep, { signal: ending.signal });
    click('#moment');
    expect(assign).toHaveBeenCalledExactlyOnceWith('/show/b#t=60');
    assign.mockRestore();
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
    stop = start().dispose;
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

  it('keeps the address of the shown page if the listener does not leave it by Back', () => {
    const { signal } = ending;
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    window.confirm = vi.fn(() => false);
    goTo('/show/before');
    expect([location.pathname, answers.size]).toEqual(['/', 0]);
  });

  it('keeps the address of the shown page if Back leads to one that cannot be loaded', async () => {
    goTo('/show/before');
    answer('/show/before', null);
    await settle();
    expect(fail).toHaveBeenCalledOnce();
    expect(location.pathname).toBe('/');
  });

  it('gives the shown page its address back if another link was followed after Back', async () => {
    goTo('/show/before');
    click('#b');
    answer('/show/b', null);
    await settle();
    expect([location.pathname, swap.mock.calls]).toEqual(['/', []]);
  });

  it('shows newer data of the page also if a fragment is followed meanwhile', async () => {
    stop();
    const navigation = start();
    stop = navigation.dispose;
    const refreshed = navigation.refresh();
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    answer('/', page('Newer'));
    await refreshed;
    expect(swap.mock.calls.map(([{ title }]) => title)).toEqual(['Newer']);
  });

  it('leaves an address alone that the shown page has changed', async () => {
    history.replaceState(null, '', '/?cursor=7');
    const before = history.length;
    click('#b');
    answer('/show/b', null);
    await settle();
    expect([location.search, history.length]).toEqual(['?cursor=7', before]);
  });

  it.each([
    ['', async () => {}],
    [', although a mouse has rested on its link', async () => rest('#b')],
  ])('gives up on a page that never arrives%s', async (_, prepare) => {
    vi.useFakeTimers();
    await prepare();
    click('#b');
    await vi.advanceTimersByTimeAsync(31_000);
    expect(fail).toHaveBeenCalledOnce();
    expect(document.documentElement.dataset.loading).toBe(undefined);
  });

  it('leaves links to everything but pages to the browser', () => {
    const heard = vi.fn((event: Event) => {
      expect(event.defaultPrevented).toBe(false);
      event.preventDefault(); // there is no other page in the test
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
    const { signal } = ending;
    document.body.addEventListener('click', (event) => event.preventDefault(), { signal });
    click('#b');
    goTo('/show/late');
    window.dispatchEvent(new Event('scrollend'));
    expect([...answers.keys()]).toEqual(['/show/b']);
    expect(history.state).toBeNull();
    expect(swap).not.toHaveBeenCalled();
    expect(fail).not.toHaveBeenCalled();
  });

  it('loads no page before the changes that are on their way are answered', async () => {
    let end = () => {};
    writing = new Promise((resolve) => {
      end = resolve;
    });
    click('#b');
    await Promise.resolve();
    expect(answers.size).toBe(0);
    end();
    await vi.waitFor(() => expect(answers.has('/show/b')).toBe(true));
  });
});

describe('a mouse that rests on a link', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  const asked = () => {
    const first = answers.get('/show/b');
    answers.delete('/show/b');
    return first;
  };

  it('fetches the page, which a click then shows without another request', async () => {
    await rest('#part');
    answer('/show/b', page('B'));
    expect(asked()).toBeDefined();
    click('#b');
    await vi.waitFor(() => expect(swap).toHaveBeenCalledWith(page('B')));
    expect(asked()).toBeUndefined();
  });

  it('fetches it again if the language has changed since', async () => {
    await rest('#b');
    answer('/show/b', page('B'));
    expect(asked()).toBeDefined();
    click('#language');
    await vi.waitFor(() => expect(swap).toHaveBeenCalledWith(page('Pagina')));
    click('#b');
    await vi.waitFor(() => expect(asked()).toBeDefined());
  });

  it('fetches it again for a script, which goes on after a change such as a logout', async () => {
    stop();
    const navigation = start();
    stop = navigation.dispose;
    await rest('#b');
    answer('/show/b', page('of the member'));
    expect(asked()).toBeDefined();
    void navigation.go('/show/b');
    await vi.waitFor(() => expect(asked()).toBeDefined());
  });

  it.each([
    ['that leads to a page with an effect', '#same', 'mouse'],
    ['under a finger', '#b', 'touch'],
    ['that leads to a file', '#file', 'mouse'],
  ])('fetches nothing for a link %s', async (_, link, pointerType) => {
    await rest(link, pointerType);
    expect(answers.size).toBe(0);
  });

  it('fetches nothing if it moves on', async () => {
    document
      .querySelector('#b')
      ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    await rest('#none');
    expect(answers.size).toBe(0);
  });

  it.each([
    ['is old', () => vi.advanceTimersByTimeAsync(11_000)],
    ['was made before a change', async () => Promise.resolve(begun++)],
    ['could not be loaded', async () => answer('/show/b', null)],
  ])('asks again on a click if the page %s', async (_, spoil) => {
    await rest('#b');
    await spoil();
    asked();
    click('#b');
    await vi.waitFor(() => expect(answers.has('/show/b')).toBe(true));
    answer('/show/b', page('newer'));
    await vi.waitFor(() => expect(swap).toHaveBeenCalledWith(page('newer')));
    expect(fail).not.toHaveBeenCalled();
  });
});
