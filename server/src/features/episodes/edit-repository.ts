import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { EpisodeTable } from '../../platform/database/tables.ts';
import type { Actor, Viewer } from '../../platform/http/actor.ts';
import { EPISODE_FEED_COLUMNS } from '../../platform/podcasting/feed-schema.ts';
import { isEditor } from '../policy/policy.ts';

/** The fields for editors of the show. Undefined for others. */
export function findEditFields(database: Database, episodeId: number, viewer: Viewer) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select(EPISODE_FEED_COLUMNS.map((name) => `episodes.${name}` as const))
    .select([
      'episodes.upload_id as media_id',
      'episodes.live_starts_at',
      'episodes.live_ends_at',
      'episodes.guid',
      'episodes.state',
      'episodes.publish_as',
      'episodes.access_key',
      'episodes.created_at',
      'episodes.updated_at',
    ])
    .where('episode_id', '=', episodeId)
    .where(isEditor(viewer))
    .executeTakeFirst();
}

export type EditFieldsRow = NonNullable<Awaited<ReturnType<typeof findEditFields>>>;

/** The show of a new episode. */
export function findShow(database: Database, showId: number) {
  return database
    .selectFrom('shows')
    .select(['user_id', 'explicit'])
    .where('show_id', '=', showId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Undefined if another episode of the user has the permalink. */
export function insertEpisode(database: Database, episode: Insertable<EpisodeTable>) {
  return database
    .insertInto('episodes')
    .values(episode)
    .onConflict((conflict) => conflict.columns(['user_id', 'permalink']).doNothing())
    .returning('episode_id')
    .executeTakeFirst();
}

/** Locks the episode until the transaction ends. Undefined if there is no such episode. */
export function lockEpisode(transaction: Database, episodeId: number) {
  return transaction
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('uploads', 'uploads.upload_id', 'episodes.upload_id')
    .select([
      'episodes.episode_id',
      'episodes.show_id',
      'episodes.user_id',
      'episodes.title',
      'episodes.permalink',
      'episodes.state',
      'episodes.type',
      'episodes.live_url',
      'episodes.live_starts_at',
      'episodes.live_ends_at',
      'episodes.is_on_air',
      'episodes.requires_token',
      'episodes.published_at',
      'episodes.publish_as',
      'episodes.access_key',
      'episodes.first_listed_at',
      'episodes.is_listed',
      'episodes.media_id',
      'episodes.enclosure_url',
      'episodes.upload_id',
      'uploads.state as upload_state',
      'uploads.progress as upload_progress',
      'uploads.error as upload_error',
      sql<boolean>`coalesce(episodes.published_at <= now(), false)`.as('is_due'),
    ])
    .where('episode_id', '=', episodeId)
    .where('episodes.deleted_at', 'is', null)
    .where('shows.deleted_at', 'is', null)
    .forUpdate('episodes')
    .executeTakeFirst();
}

export type LockedEpisode = NonNullable<Awaited<ReturnType<typeof lockEpisode>>>;

export async function updateEpisode(
  database: Database,
  episodeId: number,
  columns: Updateable<EpisodeTable>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await database
    .updateTable('episodes')
    .set({ ...columns, updated_at: sql<Date>`now()` })
    .where('episode_id', '=', episodeId)
    .execute();
}

/** The measured length of the audio in seconds. Null while the audio is not stored here. */
export async function findDuration(database: Database, episodeId: number): Promise<number | null> {
  const row = await database
    .selectFrom('episodes')
    .innerJoin('media', 'media.media_id', 'episodes.media_id')
    .select('media.duration')
    .where('episode_id', '=', episodeId)
    .executeTakeFirst();
  return row?.duration ?? null;
}

export async function markDeleted(
  database: Database,
  episodeId: number,
  { userId, isAdmin }: Pick<Actor, 'userId' | 'isAdmin'>,
): Promise<void> {
  const isAuthor = isEditor({ userId, isAdmin: false });
  const removed_by_host = sql<boolean>`${isAdmin} and not exists (
    select from shows where shows.show_id = episodes.show_id and ${isAuthor})`;
  await database
    .updateTable('episodes')
    .set({ deleted_at: sql<Date>`now()`, deleted_by: userId, removed_by_host })
    .where('episode_id', '=', episodeId)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * An upload of the user. Its processing waits until the transaction ends, so that it also assigns its audio to the
 * episode.
 */
export function lockUpload(transaction: Database, uploadId: number, userId: number) {
  return transaction
    .selectFrom('uploads')
    .select(['upload_id', 'state', 'progress', 'error', 'media_id'])
    .where('upload_id', '=', uploadId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/**
 * Counts an upload as used until now, so that its audio can be taken back for a while. An upload that is locked is being
 * processed just now.
 */
export async function releaseUpload(transaction: Database, uploadId: number): Promise<void> {
  await transaction
    .updateTable('uploads')
    .set({ updated_at: sql<Date>`now()` })
    .where('upload_id', 'in', (query) =>
      query
        .selectFrom('uploads')
        .select('upload_id')
        .where('upload_id', '=', uploadId)
        .where('state', '=', 'ready')
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/** Scheduled episodes that are due but have no job. */
export async function listOverdue(database: Database, limit: number): Promise<number[]> {
  const rows = await database
    .selectFrom('episodes')
    .select('episode_id')
    .where('state', '=', 'scheduled')
    .where('deleted_at', 'is', null)
    .where('published_at', '<', sql<Date>`now() - interval '1 minute'`)
    .orderBy('published_at')
    .limit(limit)
    .execute();
  return rows.map(({ episode_id }) => episode_id);
}

export type OfShow = Awaited<ReturnType<typeof findOfShow>>[number];

/** The episodes of a show among these ids, including deleted ones. */
export function findOfShow(database: Database, showId: number, ids: readonly number[]) {
  return database
    .selectFrom('episodes')
    .select(['episode_id', 'title', 'state', 'published_at'])
    .where('show_id', '=', showId)
    .where('episode_id', 'in', ids)
    .execute();
}
