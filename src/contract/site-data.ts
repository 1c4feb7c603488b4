import type { Episode, ItemList, Show, User } from './entities.ts';

/** What the site's pages read. The server implements it; null means: there is no such thing. */
export interface SiteData {
  listShows(): Promise<Show[]>;
  /** The newest episodes of all shows. */
  listLatest(limit: number): Promise<Episode[]>;
  getShow(permalink: string): Promise<Show | null>;
  /** Newest first. `cursor` is the id of the last episode of the page before; `next_url` is the page's own. */
  listEpisodes(showId: number, cursor: number | null): Promise<ItemList<Episode>>;
  getEpisode(userPermalink: string, permalink: string): Promise<Episode | null>;
  getUser(permalink: string): Promise<User | null>;
  listUserShows(userId: number): Promise<Show[]>;
}
