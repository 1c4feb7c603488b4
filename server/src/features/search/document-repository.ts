import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { DocumentKind } from '../../platform/database/search-tables.ts';
import type { Schema } from '../../platform/database/tables.ts';
import type { SearchDocument } from './documents.ts';

export type Change = Pick<Schema['search_changes'], 'kind' | 'id'>;

const INDEX_LOCK = 0x5ea; // namespace of the advisory lock below

/**
 * Takes the oldest changes off the list, under a lock that lasts until the transaction ends: the newer text of two must be
 * written last.
 * @returns null while another process has the lock
 */
export async function takeChanges(transaction: Database, limit: number): Promise<Change[] | null> {
  const lock = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${INDEX_LOCK}, 0) as taken`.execute(transaction);
  if (!lock.rows[0]?.taken) return null;
  const { rows } = await sql<Change>`
    delete from search_changes where change_id in (
      select change_id from search_changes order by change_id limit ${limit})
    returning kind, id`.execute(transaction);
  return rows;
}

/** Adds all episodes of these shows to the list. */
export async function noteEpisodesOf(database: Database, showIds: readonly number[]) {
  await sql`
    insert into search_changes (kind, id)
    select 'episode', episode_id from episodes where show_id = any(${showIds})
  `.execute(database);
}

/** The tags in the documents of these episodes, once for each document. */
export async function listTagUses(database: Database, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select unnest(tags) as tag from search_documents
    where kind = 'episode' and id = any(${ids})`.execute(database);
  return rows.map(({ tag }) => tag);
}

export async function saveDocuments(database: Database, documents: readonly SearchDocument[]) {
  if (documents.length === 0) return;
  await sql`
    with document as (
      select * from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as document (
        kind text, id integer, owner_id integer, title text, heading tsvector, words tsvector,
        tags text[], categories text[], language text, moment timestamptz, standing real)
    ), saved as (
      insert into search_documents as old
        (kind, id, owner_id, title, heading, tags, categories, language, moment, standing)
      select kind, id, owner_id, title, heading, tags, categories, language, moment, standing from document
      on conflict (kind, id) do update set
        owner_id = excluded.owner_id, title = excluded.title, heading = excluded.heading,
        tags = excluded.tags, categories = excluded.categories, language = excluded.language,
        moment = excluded.moment, standing = excluded.standing
      where old is distinct from excluded
    )
    insert into search_texts as old (kind, id, words, standing)
    select kind, id, words, standing from document where kind <> 'tag'
    on conflict (kind, id) do update set words = excluded.words, standing = excluded.standing
    where old is distinct from excluded`.execute(database);
}

export async function deleteDocuments(
  database: Database,
  kind: DocumentKind,
  ids: readonly number[],
) {
  if (ids.length === 0) return;
  await sql`
    with text as (
      delete from search_texts where kind = ${sql.lit(kind)} and id = any(${ids})
    )
    delete from search_documents where kind = ${sql.lit(kind)} and id = any(${ids})
  `.execute(database);
}

export async function saveWords(database: Database, words: readonly string[]) {
  if (words.length === 0) return;
  await sql`
    insert into search_words (word) select unnest(${words}::text[]) on conflict do nothing
  `.execute(database);
}

/** A change in the number of episodes with a tag. */
export interface TagDelta {
  name: string;
  title: string;
  delta: number;
}

/** Changes the numbers and returns the resulting tags. A tag without episodes is removed and has the number 0. */
export async function saveTagCounts(database: Database, deltas: readonly TagDelta[]) {
  if (deltas.length === 0) return [];
  const { rows } = await sql<{ tag_id: number; title: string; episode_count: number }>`
    insert into tags (name, title, episode_count)
    select * from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb)
      as change (name text, title text, delta integer)
    on conflict (name) do update set episode_count = tags.episode_count + excluded.episode_count
    returning tag_id, title, episode_count`.execute(database);
  const unused = rows.filter(({ episode_count }) => episode_count <= 0);
  if (unused.length > 0) {
    const ids = unused.map(({ tag_id }) => tag_id);
    await database.deleteFrom('tags').where('tag_id', 'in', ids).execute();
  }
  return rows;
}
