import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

export interface CatalogueSize {
  shows: number;
  episodesPerShow: number;
}

/** Writes one user with shows and episodes, one episode an hour, by SQL alone. */
export async function fillCatalogue(
  database: Database,
  { shows, episodesPerShow }: CatalogueSize,
): Promise<void> {
  await sql`insert into users (permalink, name) values ('jane', 'Jane')`.execute(database);
  await sql`
    insert into shows (user_id, permalink, feed_key, title, author, description, language,
      categories, keywords, explicit)
    select (select user_id from users where permalink = 'jane'), 'show-' || n, 'feed-' || n,
      'Show ' || n, 'Jane', repeat('About. ', 50), 'en', '{}', '{}', false
    from generate_series(1, ${shows}::integer) n
  `.execute(database);
  await sql`
    insert into episodes (show_id, user_id, guid, permalink, title, description, published_at, explicit,
      enclosure_url, claimed_duration, claimed_type, claimed_size)
    select show_id, user_id, 'guid-' || n, permalink || '-episode-' || n, 'Episode ' || n,
      repeat('Notes. ', 100), timestamptz '2026-01-01T00:00:00Z' + n * interval '1 hour', false,
      'https://feed.test/' || n || '.mp3', 60, 'audio/mpeg', 1000
    from shows, generate_series(1, ${episodesPerShow}::integer) n
    where user_id = (select user_id from users where permalink = 'jane')
  `.execute(database);
  await sql`
    insert into chapters (episode_id, starts_at, title)
    select episode_id, n * 10, 'Chapter ' || n from episodes, generate_series(0, 2) n
    where guid like 'guid-%'
  `.execute(database);
  await sql`analyze users, shows, episodes, chapters`.execute(database);
}

/**
 * Deletes all users and shows, and what belongs to them. The next ones get the ids 1, 2, and so on. A truncation would
 * take twenty times as long, because it makes new files for 60 tables.
 */
export async function emptyCatalogue(database: Database): Promise<void> {
  for (const table of ['shows', 'users', 'media'] as const) {
    await database.deleteFrom(table).execute();
  }
  await sql`
    select setval(pg_get_serial_sequence(name, id), 1, false)
    from (values ('users', 'user_id'), ('shows', 'show_id'), ('episodes', 'episode_id'),
      ('media', 'media_id')) ids (name, id)
  `.execute(database);
}
