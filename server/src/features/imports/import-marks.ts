import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

// Edits of an author stay, and everything else follows the feed. An import marks each value that it writes with a
// hash. A value that no longer matches its mark was edited here.

const KINDS = {
  show: { table: 'shows', marks: 'imported_shows', id: 'show_id' },
  episode: { table: 'episodes', marks: 'imported_episodes', id: 'episode_id' },
} as const;

export interface Imported {
  kind: keyof typeof KINDS;
  id: number;
}

/** The chapters of an episode are marked like a column. */
export const CHAPTERS = 'chapters';

/** So is its transcript. An author's own has no mark, like one that was there before. */
export const TRANSCRIPT = 'transcript';

/** An edit of the first also keeps the second: both express the same. */
const TOGETHER: readonly (readonly [edited: string, kept: string])[] = [
  ['image_id', 'image_source_url'],
  [CHAPTERS, 'chapters_url'],
];

/** The columns that were edited since the last import. The row is locked until the transaction ends. */
export async function findEdited(
  transaction: Database,
  { kind, id }: Imported,
  columns: readonly string[],
): Promise<Set<string>> {
  const { table, marks, id: key } = KINDS[kind];
  const { rows } = await sql<{ now: Marks; marks: Marks | null }>`
    select ${marksOf(columns)} as now, marks.marks from ${sql.table(table)} as imported
    left join ${sql.table(marks)} as marks on marks.${sql.ref(key)} = imported.${sql.ref(key)}
    where imported.${sql.ref(key)} = ${id} for update of imported`.execute(transaction);
  const { now = {}, marks: left = {} } = rows[0] ?? {};
  const isEdited = (name: string) => {
    const isUnmarked = left?.[name] === undefined;
    const mark = isUnmarked && name === TRANSCRIPT ? null : left?.[name];
    return mark !== undefined && mark !== now[name];
  };
  const edited = new Set(columns.filter(isEdited));
  for (const [name, kept] of TOGETHER) if (edited.has(name)) edited.add(kept);
  return edited;
}

/** Marks the values that the import has written to these columns. */
export async function markImported(
  transaction: Database,
  { kind, id }: Imported,
  columns: readonly string[],
): Promise<void> {
  const { table, marks, id: key } = KINDS[kind];
  await sql`
    insert into ${sql.table(marks)} as marked (${sql.ref(key)}, marks)
    select ${sql.ref(key)}, ${marksOf(columns)} from ${sql.table(table)} as imported
    where ${sql.ref(key)} = ${id}
    on conflict (${sql.ref(key)}) do update set marks = marked.marks || excluded.marks`.execute(
    transaction,
  );
}

/** Remembers the `ETag` of a picture that was fetched now, see `etagOf`. */
export async function markImage(
  transaction: Database,
  { kind, id }: Imported,
  etag: string | null,
): Promise<void> {
  const { marks, id: key } = KINDS[kind];
  await sql`update ${sql.table(marks)} set image_etag = ${etag} where ${sql.ref(key)} = ${id}`.execute(
    transaction,
  );
}

type Marks = Record<string, string | null>;

function marksOf(columns: readonly string[]): RawBuilder<Marks> {
  const values = columns.map((name) => sql`left(md5((${textIn(name)})::text), 12)`);
  return sql<Marks>`jsonb_object(${sql.val(columns)}::text[], array[${sql.join(values)}])`;
}

function textIn(name: string): RawBuilder<unknown> {
  if (name === CHAPTERS) {
    return sql`select jsonb_agg(to_jsonb(chapters) order by starts_at) from chapters
      where chapters.episode_id = imported.episode_id`;
  }
  if (name === TRANSCRIPT) {
    return sql`select coalesce(cues::text, text) from transcripts
      where transcripts.episode_id = imported.episode_id`;
  }
  const column = sql.ref(`imported.${name}`);
  // The text of a time depends on the time zone of the connection.
  return name === 'published_at' ? sql`${column} at time zone 'UTC'` : column;
}
