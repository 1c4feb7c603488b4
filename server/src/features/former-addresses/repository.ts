import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { episodeNamed, showNamed } from '../../platform/database/named.ts';
import type { Named } from '../../platform/http/earshot-address.ts';

export interface NewKey {
  key: string;
  /** Null for a player of another product. */
  host: string | null;
}

/** Keeps the addresses that a show or episode had. Known addresses stay as they are. */
export async function saveKeys(
  database: Database,
  target: { show_id: number } | { episode_id: number },
  keys: readonly NewKey[],
): Promise<void> {
  if (keys.length === 0) return;
  await database
    .insertInto('former_addresses')
    .values(keys.map((each) => ({ ...each, ...target })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** A show, or an episode of it, with everything that its addresses contain. */
export interface TargetRow {
  show_id: number;
  show_permalink: string;
  show_title: string;
  episode_id: number | null;
  title: string | null;
  user_permalink: string | null;
  permalink: string | null;
  is_public: boolean;
  /** Of audio that is stored here. */
  extension: string | null;
  enclosure_url: string | null;
}

const TARGET = sql`
  shows.show_id, shows.permalink as show_permalink, shows.title as show_title,
  episodes.episode_id, episodes.title, users.permalink as user_permalink, episodes.permalink,
  shows.deleted_at is null and coalesce(episodes.is_listed, true) as is_public,
  media.extension, episodes.enclosure_url`;

/** The targets of former addresses, by key. */
export async function findByKeys(
  database: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, TargetRow>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<TargetRow & { key: string }>`
    select former.key, ${TARGET}
    from former_addresses as former
    left join episodes on episodes.episode_id = former.episode_id
    join shows on shows.show_id = coalesce(former.show_id, episodes.show_id)
    left join users on users.user_id = episodes.user_id
    left join media on media.media_id = episodes.media_id
    where former.key = any(${keys})`.execute(database);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** The guid of a podcast, and that of one of its episodes. */
export interface Guids {
  show: string;
  item: string | null;
}

/** A show here by the guid of its podcast, and its episode by its own. */
export async function findByGuids(
  database: Database,
  { show, item }: Guids,
): Promise<TargetRow | null> {
  const { rows } = await sql<TargetRow>`
    select ${TARGET}
    from shows
    left join episodes on episodes.show_id = shows.show_id
      and (episodes.guid = ${item} or episodes.long_guid = ${item})
    left join users on users.user_id = episodes.user_id
    left join media on media.media_id = episodes.media_id
    where shows.guid = ${show} and shows.deleted_at is null
    order by shows.show_id, episodes.episode_id limit 1`.execute(database);
  return rows[0] ?? null;
}

export async function listHosts(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('former_addresses')
    .select('host')
    .distinct()
    .where('host', 'is not', null)
    .execute();
  return rows.flatMap(({ host }) => host ?? []);
}

export async function hasMovedShows(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom('shows')
    .select('show_id')
    .where('new_host_url', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface MovedRow extends Guids {
  new_host_url: string;
  show_id: number;
}

/** The new host of a show that has moved with its players, or of its public episode. */
export async function findMoved(database: Database, named: Named): Promise<MovedRow | null> {
  const isOfEpisode = named.kind === 'episode';
  const id =
    'id' in named
      ? sql`${named.id}::integer`
      : isOfEpisode
        ? episodeNamed(named)
        : showNamed(named.permalink);
  const { rows } = await sql<MovedRow>`
    select new_host_url, show_id, shows.guid as show,
      ${isOfEpisode ? sql`coalesce(long_guid, episodes.guid)` : sql`null`} as item
    from shows ${isOfEpisode ? sql`join episodes using (show_id)` : sql``}
    where new_host_url is not null and shows.guid is not null
      and ${isOfEpisode ? sql`episode_id = ${id} and episodes.is_listed` : sql`show_id = ${id}`}
    `.execute(database);
  return rows[0] ?? null;
}
