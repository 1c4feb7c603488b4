import type { Database } from '../../platform/database/database.ts';
import type { CountedFile } from './count-downloads.ts';

/** Files whose header has not been read yet. */
export async function listUnread(
  database: Database,
): Promise<{ media_id: number; sha256: string }[]> {
  return database
    .selectFrom('numbers_files')
    .select(['media_id', 'sha256'])
    .where('header_bytes', 'is', null)
    .orderBy('media_id')
    .execute();
}

export async function saveHeader(
  database: Database,
  mediaId: number,
  header_bytes: number,
): Promise<void> {
  await database
    .updateTable('numbers_files')
    .set({ header_bytes })
    .where('media_id', '=', mediaId)
    .execute();
}

/** All files that the log names. */
export const listFiles = (database: Database) =>
  database
    .selectFrom('numbers_files')
    .select(['media_id', 'sha256', 'file_size', 'duration', 'header_bytes'])
    .execute();

/** The same by their id, as far as they are counted. */
export async function readFiles(database: Database): Promise<Map<number, CountedFile>> {
  const rows = await listFiles(database);
  return new Map(
    rows.map(({ media_id, file_size, duration, header_bytes }) => [
      media_id,
      {
        bytes: Number(file_size),
        duration,
        headerBytes: header_bytes === null ? null : Number(header_bytes),
      },
    ]),
  );
}

/** Forgets the files that only rows before this day (UTC) name. */
export async function forgetFilesBefore(database: Database, day: string): Promise<void> {
  await database.deleteFrom('numbers_files').where('last_seen', '<', day).execute();
}
