import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Minimum letters of a word that is searched inside of others. */
export const CONTAINED_FROM = 4;

export interface TypedWord {
  text: string;
  /** Words that begin with it count as the word. */
  isPrefix: boolean;
  /** Further words to look up. */
  near: readonly string[];
}

const SIMILAR_MAX = 40;

/**
 * Words of titles, names and tags that look like these: they share a quarter of their trigrams, or contain the word.
 * A known word has only those that contain it. In the index, all words that begin with a word follow it, so one lookup finds it.
 */
export async function listSimilarWords(database: Database, words: readonly TypedWord[]) {
  const { rows } = await sql<{ text: string; similar: string[] }>`
    select typed.text,
      case when coalesce(
        next.word = typed.text or (typed."isPrefix" and next.word ^@ typed.text), false)
      then array(
        select word from search_words
        where char_length(typed.text) >= ${CONTAINED_FROM} and word like '%' || typed.text || '%'
          and not word ^@ typed.text
        order by char_length(word), word limit ${SIMILAR_MAX})
      else array(select similar_search_words(typed.text, typed.near, ${SIMILAR_MAX})) end as similar
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb)
      as typed (text text collate "C", "isPrefix" boolean, near text[])
    left join lateral (
      select word from search_words where word >= typed.text order by word limit 1
    ) as next on true`.execute(database);
  return new Map(rows.map(({ text, similar }) => [text, similar]));
}
