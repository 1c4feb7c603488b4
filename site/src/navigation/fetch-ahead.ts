import type { Scope } from 'earshot';
import type { PageLoad } from 'earshot-site/contract';

interface AheadOptions {
  scope: Scope;
  /** The address that a click on the link loads in place; null for other links. */
  addressOf(link: HTMLAnchorElement): string | null;
  fetch(address: string): Promise<PageLoad>;
  /** The number of writes that have begun, and whether one is in progress. */
  writes: { begun(): number; answered(): Promise<void> | null };
}

/** A pointer that only crosses a link has left by then. */
const REST_MS = 80;
/** An older page is loaded again. */
const FRESH_MS = 10_000;

interface Ahead {
  address: string;
  page: Promise<PageLoad>;
  /** In milliseconds of `performance.now()`. */
  at: number;
  begun: number;
}

/**
 * Fetches the page of a link on which a mouse rests, so that a click finds it loaded. A finger rests on links to scroll,
 * so its touch fetches no page. Nothing is fetched for readers who save data.
 *
 * @returns takes the page of an address out, or null if there is no fresh one.
 */
export function fetchAhead({ scope, addressOf, fetch, writes }: AheadOptions) {
  let ahead: Ahead | null = null;
  let cancel = () => {};

  const start = (address: string) => {
    if (ahead?.address === address && isFresh(ahead)) return;
    if (writes.answered() || savesData()) return;
    const page = fetch(address);
    page.catch(() => {}); // the click asks again, and reports the error
    ahead = { address, page, at: performance.now(), begun: writes.begun() };
  };
  const isFresh = ({ at, begun }: Ahead) =>
    performance.now() - at < FRESH_MS && begun === writes.begun();

  scope.listen(document, 'pointerover', ({ target, pointerType }) => {
    cancel();
    const link = (target as Element | null)?.closest<HTMLAnchorElement>('a[href]');
    const address = link && pointerType === 'mouse' ? addressOf(link) : null;
    if (address) cancel = scope.timeout(() => start(address), REST_MS);
  });

  return (address: string): Promise<PageLoad> | null => {
    cancel();
    const found = ahead?.address === address && isFresh(ahead) ? ahead.page : null;
    ahead = null;
    return found;
  };
}

const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
