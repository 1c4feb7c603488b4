import type { Database } from '../../platform/database/database.ts';

/** The notes that show a picture: `episode-7`, `show-3`. */
export type NotesName = `${'episode' | 'show'}-${number}`;

/** The sanitised HTML of an episode or a show. Null if it is gone. */
export async function findNotes(database: Database, name: NotesName): Promise<string | null> {
  const [kind, id] = name.split('-');
  const select = kind === 'episode' ? selectEpisode : selectShow;
  const row = await select(database, Number(id)).executeTakeFirst();
  return row?.description ?? null;
}

const selectEpisode = (database: Database, id: number) =>
  database
    .selectFrom('episodes')
    .select('description')
    .where('episode_id', '=', id)
    .where('deleted_at', 'is', null);

const selectShow = (database: Database, id: number) =>
  database
    .selectFrom('shows')
    .select('description')
    .where('show_id', '=', id)
    .where('deleted_at', 'is', null);

/** The stored file of a picture in these notes. Undefined if its show has none. */
export function findPicture(database: Database, name: NotesName, picture: string) {
  const [kind, text] = name.split('-');
  const id = Number(text);
  const stored = database
    .selectFrom('note_pictures')
    .innerJoin('media', 'media.media_id', 'note_pictures.media_id')
    .select(['media.sha256', 'media.file_size'])
    .where('note_pictures.name', '=', picture);
  return kind === 'episode'
    ? stored
        .innerJoin('episodes', 'episodes.show_id', 'note_pictures.show_id')
        .where('episodes.episode_id', '=', id)
        .executeTakeFirst()
    : stored.where('note_pictures.show_id', '=', id).executeTakeFirst();
}

export async function savePicture(
  transaction: Database,
  picture: { show_id: number; name: string; media_id: number },
): Promise<void> {
  await transaction
    .insertInto('note_pictures')
    .values(picture)
    .onConflict((conflict) =>
      conflict.columns(['show_id', 'name']).doUpdateSet({ media_id: picture.media_id }),
    )
    .execute();
}
