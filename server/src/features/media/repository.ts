import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { MediaRow, MediaTable } from '../../platform/database/tables.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { isEditor } from '../policy/policy.ts';

/** The facts of a stored file, before it has an id. */
export interface NewMedia {
  sha256: string;
  kind: MediaTable['kind'];
  mime_type: string;
  extension: string;
  file_size: number;
  duration: number;
  /** Pixels of a picture. */
  width?: number | null;
  height?: number | null;
  /** Accent of a picture; empty if it has none. */
  color?: string | null;
}

/**
 * Saves the facts of a stored file and returns its id. Equal bytes share one row, which counts as saved now, so that
 * garbage collection does not take it before its owner is saved.
 */
export async function saveMedia(database: Database, media: NewMedia): Promise<number> {
  const { media_id } = await database
    .insertInto('media')
    .values(media)
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({
        created_at: sql`now()`,
        ...(media.color != null && { color: media.color }),
      }),
    )
    .returning('media_id')
    .executeTakeFirstOrThrow();
  return media_id;
}

/** Locks the file until the end of the transaction, so that it is neither saved nor collected elsewhere. */
export async function lockFile(transaction: Database, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`file:${sha256}`}, 0))`.execute(
    transaction,
  );
}

export async function findMedia(database: Database, sha256: string): Promise<MediaRow | null> {
  const row = await database
    .selectFrom('media')
    .selectAll()
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row ?? null;
}

/** A column of another table that refers to a file. */
export interface Owner {
  table: string;
  column: string;
}

/**
 * All possible owners of a file, read from the database, so that tables of later features are included. A table whose
 * rows are deleted with the file, such as its waveforms, is not an owner.
 */
export async function listOwners(database: Database): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select relname as table, attname as column
    from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'media'::regclass and confdeltype <> 'c'`.execute(database);
  return rows;
}

const isUnowned = (owners: readonly Owner[]) =>
  sql.join(
    owners.map(
      ({ table, column }) =>
        sql`not exists (select from ${sql.table(table)} as owner where owner.${sql.ref(column)} = media.media_id)`,
    ),
    sql` and `,
  );

/** The ids of files without an owner that were saved before this time, in order. */
export async function listUnowned(
  database: Database,
  owners: readonly Owner[],
  { after, before, limit }: { after: number; before: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ media_id: number }>`
    select media_id from media
    where media_id > ${after} and created_at < ${before} and ${isUnowned(owners)}
    order by media_id limit ${limit}`.execute(database);
  return rows.map(({ media_id }) => media_id);
}

const STILL_OWNED = '23503'; // PostgreSQL's foreign_key_violation

/** Deletes the row of a file and returns its hash. Null if the file has got an owner meanwhile. */
export async function deleteUnowned(
  database: Database,
  owners: readonly Owner[],
  { mediaId, before }: { mediaId: number; before: Date },
): Promise<string | null> {
  const { rows } = await sql<{ sha256: string }>`
    delete from media
    where media_id = ${mediaId} and created_at < ${before} and ${isUnowned(owners)}
    returning sha256`
    .execute(database)
    .catch((error) => {
      if (error.code === STILL_OWNED) return { rows: [] };
      throw error;
    });
  return rows[0]?.sha256 ?? null;
}

/**
 * A file of audio that the viewer may hear, whether it is public, and the shows that decide it. Audio of episodes
 * needs one that is public, or whose show the viewer edits; the ad of a running campaign is public as well. An upload
 * without an episode is visible to its owner only, because its address contains the hash of its bytes.
 */
export async function findAudio(database: Database, sha256: string, viewer: Viewer) {
  const ofMedia = sql`episodes join shows on shows.show_id = episodes.show_id
    where episodes.media_id = media.media_id`;
  const isOpen = sql<boolean>`(
    exists (select from ${ofMedia} and episodes.deleted_at is null and shows.deleted_at is null
      and episodes.state in ('published', 'live', 'unlisted') and not episodes.requires_token)
    or exists (select from ad_campaigns 
      where ad_campaigns.media_id = media.media_id and is_running)
    or not exists (select from episodes where episodes.media_id = media.media_id))`;
  const isOwn = sql<boolean>`exists (select from ${ofMedia} and ${isEditor(viewer)})`;
  const row = await database
    .selectFrom('media')
    .selectAll()
    .select(isOpen.as('is_open'))
    .select(
      sql<number[]>`array(select distinct episodes.show_id from episodes
        where episodes.media_id = media.media_id)`.as('show_ids'),
    )
    .where('sha256', '=', sha256)
    .where('kind', '=', 'audio')
    .where(sql<boolean>`(${isOpen} or ${isOwn})`)
    .executeTakeFirst();
  return row ?? null;
}

/** The files among these that have a row. */
export async function listKnown(
  database: Database,
  hashes: readonly string[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await database
    .selectFrom('media')
    .select('sha256')
    .where('sha256', 'in', hashes)
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Files with ids above `after`, in order. */
export async function listMedia(
  database: Database,
  { after, limit }: { after: number; limit: number },
): Promise<{ media_id: number; sha256: string; file_size: string }[]> {
  return database
    .selectFrom('media')
    .select(['media_id', 'sha256', 'file_size'])
    .where('media_id', '>', after)
    .orderBy('media_id')
    .limit(limit)
    .execute();
}

/** Pictures whose accent is not computed yet. */
export async function listUncolored(
  database: Database,
  { after, limit }: { after: number; limit: number },
): Promise<{ media_id: number; sha256: string }[]> {
  return database
    .selectFrom('media')
    .select(['media_id', 'sha256'])
    .where('kind', '=', 'image')
    .where('color', 'is', null)
    .where('media_id', '>', after)
    .orderBy('media_id')
    .limit(limit)
    .execute();
}

export async function saveColor(database: Database, mediaId: number, color: string): Promise<void> {
  await database.updateTable('media').set({ color }).where('media_id', '=', mediaId).execute();
}
