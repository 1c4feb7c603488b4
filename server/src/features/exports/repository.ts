import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { TranscriptCue } from '../../platform/database/feed-columns.ts';
import type { Schema } from '../../platform/database/tables.ts';

const ROWS_AT_ONCE = 500;
const EPISODES_AT_ONCE = 50; // with their transcripts

/** The data of rows with a unique `key`, in its order. No connection is held between two pages. */
export async function* listData(
  database: Database,
  rows: RawBuilder<unknown>,
): AsyncGenerator<object> {
  for (let after: string | null = null; ; ) {
    const page: { rows: { key: string; data: object }[] } = await sql<{
      key: string;
      data: object;
    }>`
      select key::bigint::text as key, data from (${rows}) as part
      where ${after}::bigint is null or key > ${after}::bigint
      order by part.key limit ${ROWS_AT_ONCE}`.execute(database);
    for (const { data } of page.rows) yield data;
    after = page.rows.at(-1)?.key ?? null;
    if (page.rows.length < ROWS_AT_ONCE) return;
  }
}

/** A stored file, as named in an archive. */
export interface ArchivedFile {
  sha256: string;
  extension: string;
  /** Pixels of a picture. */
  width: number | null;
  height: number | null;
}

/** A stored file as JSON. Null if the entity has no such file. */
const fileOf = (mediaId: RawBuilder<unknown>) => sql<ArchivedFile | null>`(
  select json_build_object('sha256', sha256, 'extension', extension,
    'width', width, 'height', height)
  from media where media.media_id = ${mediaId})`;

export interface ArchivedUser {
  permalink: string;
  picture: ArchivedFile | null;
  /** True if the account was deleted, and its data was kept. */
  isDeleted: boolean;
}

export async function findUser(database: Database, userId: number) {
  return database
    .selectFrom('users')
    .leftJoin('account_deletions as deletion', 'deletion.user_id', 'users.user_id')
    .select([
      sql<string>`coalesce(deletion.permalink, users.permalink)`.as('permalink'),
      fileOf(sql`coalesce(deletion.picture_id, users.image_id)`).as('picture'),
      sql<boolean>`deletion.user_id is not null`.as('isDeleted'),
    ])
    .where('users.user_id', '=', userId)
    .executeTakeFirst();
}

/** Keeps the rows of a part before they are removed. */
export async function putAside(
  transaction: Database,
  { userId, part, rows }: { userId: number; part: string; rows: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    insert into account_deletion_data (user_id, part, key, data)
    select ${userId}::integer, ${part}::text, part.key, part.data from (${rows}) as part
  `.execute(transaction);
}

/** The kept rows of a part. */
export const rowsPutAside = (userId: number, part: string) => sql`
  select key, data from account_deletion_data where user_id = ${userId} and part = ${part}`;

export async function deletePutAside(transaction: Database, userId: number): Promise<void> {
  await transaction.deleteFrom('account_deletion_data').where('user_id', '=', userId).execute();
}

export interface ArchivedShow {
  show_id: number;
  permalink: string;
  /** Sanitised HTML. */
  description: string;
  data: object;
  cover: ArchivedFile | null;
}

/** The shows of a user by id, including those that were deleted with the account. */
export async function listShows(database: Database, userId: number): Promise<ArchivedShow[]> {
  const { rows } = await sql<ArchivedShow>`
    select show_id, permalink, description, ${fileOf(sql.ref('shows.image_id'))} as cover,
      to_jsonb(shows) || jsonb_build_object(
        'schedules', (select coalesce(jsonb_agg(to_jsonb(schedules) order by schedule_id), '[]')
          from schedules where schedules.show_id = shows.show_id)) as data
    from shows where user_id = ${userId} and (deleted_at is null or deleted_at = (
      select deletion.deleted_at from account_deletions as deletion where user_id = ${userId}))
    order by show_id`.execute(database);
  return rows;
}

export interface ArchivedEpisode {
  episode_id: number;
  permalink: string;
  /** Sanitised HTML. */
  description: string;
  data: object;
  chapters: Omit<Selectable<Schema['chapters']>, 'episode_id'>[];
  transcripts: { language: string; cues: TranscriptCue[] | null; text: string | null }[];
  /** Where each quote is now. Its fingerprint stays, because it serves no other program. */
  quotes: object[];
  audio: ArchivedFile | null;
  /** The uploaded file, if it was repacked. */
  original: ArchivedFile | null;
  picture: ArchivedFile | null;
}

/** The episodes of a show, drafts included, in the order of their ids. */
export async function* listEpisodes(
  database: Database,
  showId: number,
): AsyncGenerator<ArchivedEpisode> {
  for (let after = 0; ; ) {
    const { rows } = await sql<ArchivedEpisode>`
      select episode_id, permalink, description, to_jsonb(episodes) as data,
        ${fileOf(sql.ref('episodes.media_id'))} as audio,
        ${fileOf(sql.ref('episodes.image_id'))} as picture,
        ${fileOf(sql`(select original_media_id from uploads
          where uploads.upload_id = episodes.upload_id)`)} as original,
        (select coalesce(json_agg(json_build_object('starts_at', starts_at, 'title', title,
            'url', url, 'image_url', image_url, 'toc', toc) order by starts_at), '[]')
          from chapters where chapters.episode_id = episodes.episode_id) as chapters,
        (select coalesce(json_agg(json_build_object('language', language, 'cues', cues,
            'text', text) order by transcript_id), '[]')
          from transcripts where transcripts.episode_id = episodes.episode_id) as transcripts,
        (select coalesce(json_agg(json_build_object('quote_id', quote_id, 'text', marked_text,
            'language', language, 'is_lost', is_lost,
            'starts_at', case when not is_lost then starts_at end,
            'ends_at', case when not is_lost then ends_at end,
            'created_at', created_at) order by created_at, quote_id), '[]')
          from quotes where quotes.episode_id = episodes.episode_id) as quotes
      from episodes
      where show_id = ${showId} and deleted_at is null and episode_id > ${after}
      order by episode_id limit ${EPISODES_AT_ONCE}`.execute(database);
    yield* rows;
    after = rows.at(-1)?.episode_id ?? 0;
    if (rows.length < EPISODES_AT_ONCE) return;
  }
}

/** Uploaded files without an episode. */
export async function listUnusedUploads(database: Database, userId: number) {
  return database
    .selectFrom('uploads')
    .select([
      'upload_id',
      fileOf(sql`coalesce(uploads.original_media_id, uploads.media_id)`).as('file'),
    ])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('media_id', 'is not', null)
    .where(
      sql<boolean>`not exists (select from episodes where episodes.upload_id = uploads.upload_id)`,
    )
    .orderBy('upload_id')
    .execute();
}
