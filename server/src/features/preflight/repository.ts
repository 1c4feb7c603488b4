import { AppError, type MediaFacts } from 'earshot/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Audio, Cover, EpisodeFacts, Upload } from './episode-facts.ts';

function selectFacts(database: Database, episodeId: number) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('uploads', 'uploads.upload_id', 'episodes.upload_id')
    .leftJoin('media as audio', 'audio.media_id', 'episodes.media_id')
    .leftJoin('media as image', (join) =>
      join.on('image.media_id', '=', sql`coalesce(episodes.image_id, shows.image_id)`),
    )
    .select([
      'episodes.title',
      'episodes.description',
      'episodes.type',
      'episodes.state',
      'episodes.published_at',
      'episodes.live_url',
      'episodes.access_key',
      'episodes.media_id',
      'episodes.image_id',
      'episodes.image_source_url',
      'shows.image_source_url as show_image_source_url',
      'episodes.enclosure_url',
      'episodes.claimed_duration',
      'episodes.claimed_type',
      'uploads.state as upload_state',
      'uploads.progress as upload_progress',
      'uploads.error as upload_error',
      'uploads.media_id as upload_media_id',
      'uploads.facts',
      'audio.duration',
      'audio.mime_type',
      'image.media_id as cover_id',
      'image.width',
      'image.height',
      // Apps compare guids without white space, and some without case.
      sql<number[]>`array(select twin.episode_id from episodes as twin
        where twin.show_id = episodes.show_id and twin.episode_id <> episodes.episode_id
          and twin.deleted_at is null and lower(trim(twin.guid)) = lower(trim(episodes.guid))
        order by twin.episode_id limit 5)`.as('twins'),
      sql<number>`(select count(*)::int from chapters
        where chapters.episode_id = episodes.episode_id and starts_at >= audio.duration
          and audio.duration > 0)`.as('late_chapters'),
    ])
    .where('episodes.episode_id', '=', episodeId)
    .where('episodes.deleted_at', 'is', null)
    .executeTakeFirst();
}

type Row = NonNullable<Awaited<ReturnType<typeof selectFacts>>>;

/** @throws AppError EPISODE_UNAVAILABLE if it was deleted meanwhile */
export async function findFacts(
  database: Database,
  episodeId: number,
): Promise<Omit<EpisodeFacts, 'now'>> {
  const row = await selectFacts(database, episodeId);
  if (!row) throw new AppError('EPISODE_UNAVAILABLE');
  return { ...row, cover: coverOf(row), audio: audioOf(row), upload: uploadOf(row) };
}

/** A picture on another host counts, but its size is unknown. */
function coverOf(row: Row): Cover | null {
  const isElsewhere = row.image_source_url !== null || row.show_image_source_url !== null;
  if (row.cover_id === null && !isElsewhere) return null;
  const isOwn = row.image_id !== null || (row.cover_id === null && row.image_source_url !== null);
  return { of: isOwn ? 'episode' : 'show', width: row.width, height: row.height };
}

function audioOf(row: Row): Audio | null {
  if (row.media_id !== null) {
    const { duration, mime_type: type, upload_media_id } = row;
    const isUpload = row.upload_state === 'ready' && upload_media_id === row.media_id;
    const facts = isUpload ? readFacts(row) : null;
    return { duration: duration ?? 0, type: type ?? '', facts };
  }
  if (row.enclosure_url === '') return null;
  return { duration: row.claimed_duration, type: row.claimed_type, facts: null };
}

/** An upload without facts was not measured by this program. */
function readFacts({ facts }: Row): MediaFacts | null {
  return facts && 'loudness' in facts ? (facts as unknown as MediaFacts) : null;
}

function uploadOf({ upload_state, upload_progress, upload_error }: Row): Upload | null {
  if (upload_state === null || upload_state === 'ready') return null;
  const isFailed = upload_state === 'failed';
  return { isFailed, progress: upload_progress ?? 0, error: upload_error };
}
