import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface TypedWord {
  text: string;
  /** Words that begin with it count as the word. */
  isPrefix: boolean;
  /** Further words to look up. */
  near: readonly string[];
}

const SIMILAR_MAX = 40;

/**
 * Words of titles, names and tags that look like these: that share a quarter of their trigrams, or have the word inside.
 * None for a word that is one of them. All words that begin with a word follow it, so that one look into the index tells.
 */
export async function listSimilarWords(
  database: Database,
  words: readonly TypedWord[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ text: string; similar: string[] }>`
    select typed.text,
      array(select similar_search_words(typed.text, typed.near, ${SIMILAR_MAX})) as similar
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb)
      as typed (text text collate "C", "isPrefix" boolean, near text[])
    left join lateral (
      select word from search_words where word >= typed.text order by word limit 1
    ) as next on true
    where next.word is null or not
      (next.word = typed.text or (typed."isPrefix" and next.word ^@ typed.text))`.execute(database);
  return new Map(rows.map(({ text, similar }) => [text, similar]));
}
