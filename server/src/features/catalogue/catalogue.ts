import {
  API_ROUTES,
  buildPath,
  type Episode,
  type ItemList,
  type PlaylistFeed,
  type RouteParams,
  type Show,
  type SiteData,
} from 'earshot/contract';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import * as episodes from '../episodes/repository.ts';
import * as shows from '../shows/repository.ts';
import { toEpisode, toShow, toUser, withSegments } from './to-wire.ts';

/** Shows and episodes, as everyone who may listen reads them. */
export interface Catalogue extends SiteData {
  listEpisodePage(showId: number, page: PageQuery): Promise<ItemList<Episode>>;
  getShowById(showId: number): Promise<Show | null>;
  getEpisodeById(episodeId: number, options: { segments: boolean }): Promise<Episode | null>;
  getPlaylist(showId: number, cursor: number | null): Promise<PlaylistFeed>;
}

export interface PageQuery {
  cursor: number | null;
  limit: number;
}

const EPISODES_PER_PAGE = 10; // spec 9, pager
const PLAYLIST_ITEMS_PER_PAGE = 50;

export function createCatalogue(database: Database, config: Config): Catalogue {
  async function fill(rows: episodes.EpisodeRow[]): Promise<Episode[]> {
    const chapters = await episodes.listChapters(
      database,
      rows.map(({ episode_id }) => episode_id),
    );
    const byEpisode = groupByEpisode(chapters);
    return rows.map((row) => toEpisode(row, byEpisode.get(row.episode_id) ?? [], config));
  }

  async function fillOne(row: episodes.EpisodeRow | null): Promise<Episode | null> {
    return row ? ((await fill([row]))[0] ?? null) : null;
  }

  /** One more than asked for tells whether there is a next page. */
  async function page(showId: number, { cursor, limit }: PageQuery) {
    const rows = await episodes.listEpisodes(database, { showId, cursor, limit: limit + 1 });
    const items = await fill(rows.slice(0, limit));
    return { items, next: rows.length > limit ? (items.at(-1)?.episode_id ?? null) : null };
  }

  const address = (name: keyof typeof API_ROUTES, params: RouteParams) =>
    config.apiUrl + buildPath(API_ROUTES, name, params);

  async function listEpisodePage(showId: number, query: PageQuery): Promise<ItemList<Episode>> {
    const { items, next } = await page(showId, query);
    const url = address('show_episodes', { show_id: showId });
    return { items, next_url: next === null ? null : `${url}?cursor=${next}&limit=${query.limit}` };
  }

  return {
    listEpisodePage,
    listShows: async () => (await shows.listShows(database)).map((row) => toShow(row, config)),
    listUserShows: async (userId) =>
      (await shows.listShows(database, userId)).map((row) => toShow(row, config)),
    listLatest: async (limit) => fill(await episodes.listLatest(database, limit)),
    async getShow(permalink) {
      const row = await shows.findShowByPermalink(database, permalink);
      return row && toShow(row, config);
    },
    async getShowById(showId) {
      const row = await shows.findShow(database, showId);
      return row && toShow(row, config);
    },
    async listEpisodes(showId, cursor) {
      const { items, next } = await page(showId, { cursor, limit: EPISODES_PER_PAGE });
      return { items, next_url: next === null ? null : `?cursor=${next}` };
    },
    async getEpisode(userPermalink, permalink) {
      return fillOne(await episodes.findEpisodeByPermalink(database, userPermalink, permalink));
    },
    async getEpisodeById(episodeId, { segments }) {
      const episode = await fillOne(await episodes.findEpisode(database, episodeId));
      return episode && segments ? withSegments(episode) : episode;
    },
    async getUser(permalink) {
      const row = await shows.findUser(database, permalink);
      return row && toUser(row, config);
    },
    async getPlaylist(showId, cursor) {
      const { items, next } = await page(showId, { cursor, limit: PLAYLIST_ITEMS_PER_PAGE });
      const url = address('show_playlist', { show_id: showId });
      return {
        playlist: {
          items: items.map(toPlaylistItem),
          next_url: next === null ? null : `${url}?cursor=${next}`,
        },
      };
    },
  };
}

function toPlaylistItem(episode: Episode) {
  const { api_url, episode_id, title, duration, site_url, image_url, published_at } = episode;
  return { api_url, episode_id, title, duration, site_url, image_url, published_at };
}

function groupByEpisode<Row extends { episode_id: number }>(rows: Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.episode_id);
    if (group) group.push(row);
    else groups.set(row.episode_id, [row]);
  }
  return groups;
}
