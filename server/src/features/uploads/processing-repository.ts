import type { MediaFacts } from 'earshot/contract';
import { sql } from 'kysely';
import type { AudioFacts } from '../../platform/audio/probe-audio.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Failure } from './failure.ts';

export type UploadToProcess = NonNullable<Awaited<ReturnType<typeof beginProcessing>>>;

/** Marks an upload as `processing`. Null if it was removed, or if there is nothing to do. `repack`: the author agrees. */
export async function beginProcessing(database: Database, uploadId: number) {
  const upload = await database
    .updateTable('uploads')
    .set({ state: 'processing', progress: 0, error: null, updated_at: new Date() })
    .where('upload_id', '=', uploadId)
    .where('state', 'in', ['uploaded', 'processing'])
    .where('deleted_at', 'is', null)
    .returning(['user_id', 'media_id', 'repack'])
    .executeTakeFirst();
  if (!upload) return null;
  const media = await database
    .selectFrom('media')
    .select(['media_id', 'sha256', 'file_size'])
    .where('media_id', '=', upload.media_id)
    .executeTakeFirst();
  if (!media) throw new Error(`Upload ${uploadId} has no file.`);
  const { sha256, media_id: mediaId, file_size } = media;
  const { user_id: userId, repack } = upload;
  return { userId, sha256, mediaId, bytes: Number(file_size), repack };
}

export async function saveProgress(database: Database, uploadId: number, percent: number) {
  await database
    .updateTable('uploads')
    .set({ progress: percent, updated_at: new Date() })
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'processing')
    .execute();
}

/** Locks an upload until the end of the transaction. False if another process has finished it, or if it was removed. */
export async function lockProcessing(transaction: Database, uploadId: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('uploads')
    .select('upload_id')
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'processing')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Saves the facts in the bytes of a file, replacing the type and length that its sender claimed. */
export async function saveAudioFacts(
  database: Database,
  mediaId: number,
  { mime_type, extension, duration }: AudioFacts,
): Promise<void> {
  await database
    .updateTable('media')
    .set({ mime_type, extension, duration })
    .where('media_id', '=', mediaId)
    .where('kind', '=', 'audio')
    .execute();
}

export interface ProcessedUpload {
  uploadId: number;
  /** The file to play. */
  mediaId: number;
  /** The original file, if another one plays. */
  originalMediaId: number | null;
  coverId: number | null;
  facts: MediaFacts;
}

export async function saveResult(database: Database, upload: ProcessedUpload): Promise<void> {
  await database
    .updateTable('uploads')
    .set({
      media_id: upload.mediaId,
      original_media_id: upload.originalMediaId,
      cover_id: upload.coverId,
      facts: JSON.stringify(upload.facts),
    })
    .where('upload_id', '=', upload.uploadId)
    .execute();
}

/** The database assigns the audio to the episodes of the upload. */
export async function markReady(database: Database, uploadId: number): Promise<void> {
  await database
    .updateTable('uploads')
    .set({ state: 'ready', progress: 100, updated_at: new Date() })
    .where('upload_id', '=', uploadId)
    .execute();
}

/** The shows of the public episodes that play an upload. */
export async function listShows(database: Database, uploadId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('episodes')
    .select('show_id')
    .distinct()
    .where('upload_id', '=', uploadId)
    .where('is_listed', '=', true)
    .execute();
  return rows.map(({ show_id }) => show_id);
}

/**
 * The file of a failed upload is useless, and takes nothing from the quota. Returns its user, or null if there was
 * nothing to end.
 */
export async function markFailed(database: Database, uploadId: number, error: Failure) {
  const row = await database
    .updateTable('uploads')
    .set({ state: 'failed', error, media_id: null, reserved_size: 0, updated_at: new Date() })
    .where('upload_id', '=', uploadId)
    .where('state', 'in', ['uploaded', 'processing'])
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/**
 * Copies the chapters and the cover of an upload to its episodes that have none. Chapters that were copied from earlier
 * audio give way, because their times are those of that audio.
 */
export async function giveExtras(
  database: Database,
  episodes: { ofUpload: number } | { episodeId: number },
): Promise<void> {
  const wanted =
    'ofUpload' in episodes
      ? sql`episodes.upload_id = ${episodes.ofUpload}`
      : sql`episodes.episode_id = ${episodes.episodeId}`;
  await sql`
    delete from chapters where episode_id in (
      select episode_id from episodes join uploads using (upload_id)
      where ${wanted} and jsonb_array_length(uploads.facts -> 'chapters') > 0 and (
        select jsonb_agg(jsonb_build_array(starts_at, title, url, image_url, toc) order by starts_at)
        from chapters as known where known.episode_id = episodes.episode_id
      ) in (
        select jsonb_agg(jsonb_build_array(starts_at, title, null, null, true) order by starts_at)
        from uploads as earlier,
          jsonb_to_recordset(earlier.facts -> 'chapters')
            as chapter (starts_at double precision, title text)
        where earlier.user_id in (uploads.user_id, episodes.user_id)
          and earlier.upload_id <> uploads.upload_id
        group by earlier.upload_id
      )
    )`.execute(database);
  await sql`
    insert into chapters (episode_id, starts_at, title)
    select episode_id, chapter.starts_at, chapter.title
    from episodes join uploads using (upload_id),
      jsonb_to_recordset(uploads.facts -> 'chapters')
        as chapter (starts_at double precision, title text)
    where ${wanted}
      and not exists (select from chapters as known where known.episode_id = episodes.episode_id)
  `.execute(database);
  await sql`
    update episodes set image_id = uploads.cover_id, updated_at = now() from uploads
    where ${wanted} and episodes.upload_id = uploads.upload_id
      and episodes.image_id is null and uploads.cover_id is not null
  `.execute(database);
}

/** Ids of uploads that wait to be processed without a job. */
export async function listForgotten(database: Database): Promise<number[]> {
  const { rows } = await sql<{ upload_id: number }>`
    select upload_id from uploads
    where state in ('uploaded', 'processing') and deleted_at is null
      and updated_at < now() - interval '10 minutes'
      and not exists (
        select from graphile_worker.jobs
        where key = 'process_upload:' || upload_id
          and (attempts < max_attempts or locked_at is not null)
      )`.execute(database);
  return rows.map(({ upload_id }) => upload_id);
}
