import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { momentOf } from './moment-of.ts';

/** A position in a list of pairs, newest first. */
export type PairPosition = [createdAt: string, id: number];

/** The rows of a table of pairs, such as likes, that have the same id on one side. */
export interface PairList {
  table: 'likes' | 'followings' | 'favorites' | 'blocks';
  /** The column that all rows share. */
  of: string;
  /** Its value. */
  id: number;
  /** The column with the ids of the other side. */
  lists: string;
  /** Which rows the list may show. In SQL, the table is named `pair`. */
  visible: RawBuilder<boolean>;
}

export interface PairRange {
  after: PairPosition | null;
  /** Rows to skip after that. */
  offset: number;
  limit: number;
}

export interface Pair {
  id: number;
  moment: string;
}

/** One page of a list of pairs: the ids of the other side, newest first. */
export async function readPairs(
  database: Database,
  list: PairList,
  { after, offset, limit }: PairRange,
): Promise<Pair[]> {
  const other = sql.ref(`pair.${list.lists}`);
  const createdAt = sql.ref('pair.created_at');
  const isAfter = after
    ? sql`(${createdAt}, ${other}) < (${after[0]}::timestamptz, ${after[1]}::integer)`
    : sql`true`;
  const { rows } = await sql<Pair>`
    select ${other} as id, ${momentOf(createdAt)} as moment from ${visiblePairs(list)} and ${isAfter}
    order by ${createdAt} desc, ${other} desc
    limit ${limit} offset ${offset}
  `.execute(database);
  return rows;
}

export async function countPairs(database: Database, list: PairList): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${visiblePairs(list)}
  `.execute(database);
  return rows[0]?.count ?? 0;
}

const visiblePairs = ({ table, of, id, visible }: PairList) =>
  sql`${sql.table(table)} as pair where ${sql.ref(`pair.${of}`)} = ${id} and ${visible}`;
