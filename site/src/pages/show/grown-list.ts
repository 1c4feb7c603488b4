import type { SiteEpisode } from 'earshot-site/contract';

/** A list as far as the visitor has loaded it. */
export interface GrownList {
  items: readonly SiteEpisode[];
  /** Query of the next page; null at the end. */
  next: string | null;
  /** The cursor of each page after the first, by its first episode. */
  cursors: ReadonlyMap<number, string>;
}

interface LeftList extends GrownList {
  scrollY: number;
}

const left = new Map<string, LeftList>();
const LISTS = 20; // maximum number of stored lists

/** Stores a list that the visitor leaves, so that Back restores it. `address` is that of the list without a cursor. */
export function keepList(address: string, list: GrownList): void {
  left.delete(address);
  left.set(address, { ...list, scrollY: window.scrollY });
  for (const oldest of [...left.keys()].slice(0, -LISTS)) left.delete(oldest);
}

/** The list to which the visitor returns; undefined if this is not a return. */
export function findLeftList(address: string): LeftList | undefined {
  const entry = history.state as { scrollY?: number } | null;
  return entry?.scrollY ? left.get(address) : undefined;
}

/** Adds a page to a list. Episodes that were published meanwhile do not appear twice. */
export function grow(
  list: GrownList,
  page: { items: SiteEpisode[]; next_url: string | null },
): GrownList {
  const known = new Set(list.items.map(({ episode_id }) => episode_id));
  const added = page.items.filter(({ episode_id }) => !known.has(episode_id));
  const cursor = list.next && new URLSearchParams(list.next).get('cursor');
  const [first] = added;
  return {
    items: [...list.items, ...added],
    next: page.next_url,
    cursors: first && cursor ? new Map(list.cursors).set(first.episode_id, cursor) : list.cursors,
  };
}
