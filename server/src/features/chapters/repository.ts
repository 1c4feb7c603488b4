import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { isReadable } from '../policy/policy.ts';

export interface ChapterRequest {
  episodeId: number;
  viewer?: Viewer | undefined;
  /** Opens a private episode. */
  key?: string | null | undefined;
}

export type ChapterRow = Omit<Selectable<Schema['chapters']>, 'episode_id'>;

/** An episode that the viewer may read, with all its chapters. */
export function findChapters(
  database: Database,
  { episodeId, viewer = ANONYMOUS, key = null }: ChapterRequest,
) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select([
      'episodes.show_id',
      'episodes.user_id',
      'episodes.title',
      'shows.title as show_title',
      sql<ChapterRow[]>`(
        select coalesce(json_agg(chapter order by chapter.starts_at), '[]')
        from (select starts_at, title, url, image_url, toc from chapters
          where chapters.episode_id = episodes.episode_id) chapter
      )`.as('chapters'),
    ])
    .where('episodes.episode_id', '=', episodeId)
    .where(isReadable(viewer, key))
    .executeTakeFirst();
}

/** The measured length of the audio, while the episode is locked. Undefined if there is no such episode. */
export function lockEpisode(transaction: Database, episodeId: number) {
  return transaction
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('media', 'media.media_id', 'episodes.media_id')
    .select(['media.duration', 'episodes.show_id', 'episodes.is_listed'])
    .where('episode_id', '=', episodeId)
    .where('episodes.deleted_at', 'is', null)
    .where('shows.deleted_at', 'is', null)
    .forUpdate('episodes')
    .executeTakeFirst();
}

export async function replaceChapters(
  transaction: Database,
  episodeId: number,
  chapters: readonly Omit<Insertable<Schema['chapters']>, 'episode_id'>[],
): Promise<void> {
  await transaction.deleteFrom('chapters').where('episode_id', '=', episodeId).execute();
  if (chapters.length > 0) {
    const rows = chapters.map((chapter) => ({ ...chapter, episode_id: episodeId }));
    await transaction.insertInto('chapters').values(rows).execute();
  }
  await transaction
    .updateTable('episodes')
    // Otherwise those of an imported feed would be used.
    .set({ chapters_url: null, updated_at: sql<Date>`now()` })
    .where('episode_id', '=', episodeId)
    .execute();
}
