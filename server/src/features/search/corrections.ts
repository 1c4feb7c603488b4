import type { Database } from '../../platform/database/database.ts';
import { isCorrectable } from './documents.ts';
import { editDistance } from './edit-distance.ts';
import type { Query, QueryWord } from './query.ts';
import { CONTAINED_FROM, listSimilarWords } from './word-repository.ts';

const CORRECTIONS_MAX = 5; // of one word
const TWO_ERRORS_FROM = 8; // letters: in a shorter word, two errors leave too little

/** Words of titles, names and tags that may be the intended words of a query. A known word has only longer ones that contain it. */
export async function correctQuery(
  database: Database,
  query: Query,
): Promise<ReadonlyMap<string, string[]>> {
  const typed = query.terms.flatMap(({ ways }) =>
    ways[0]?.words.length === 1 ? ways[0].words.filter(({ text }) => isCorrectable(text)) : [],
  );
  if (typed.length === 0) return new Map();
  const similar = await listSimilarWords(
    database,
    typed.map(({ text, isPrefix }) => ({ text, isPrefix, near: nearWords(text) })),
  );
  return new Map(typed.map((word) => [word.text, chooseWords(word, similar.get(word.text) ?? [])]));
}

/** The most likely words first. */
function chooseWords(typed: QueryWord, similar: readonly string[]): string[] {
  return similar
    .flatMap((word) => {
      const cost = costOf(typed, word);
      return cost === null ? [] : [{ word, cost }];
    })
    .sort((a, b) => a.cost - b.cost)
    .slice(0, CORRECTIONS_MAX)
    .map(({ word }) => word);
}

/** Null if the words are too different for a typing error. */
function costOf({ text, isPrefix }: QueryWord, word: string): number | null {
  const errors = editDistance(text, word, isPrefix);
  const allowed = text.length >= TWO_ERRORS_FROM ? 2 : 1;
  if (errors <= allowed) return errors;
  const isInside = text.length >= CONTAINED_FROM && word.includes(text);
  return isInside ? allowed + 1 : null;
}

/**
 * Words that PostgreSQL's trigrams miss, because a short word with an error shares none: letters swapped or omitted.
 */
function nearWords(text: string): string[] {
  const letters = [...text];
  return letters.flatMap((letter, at) => {
    const before = letters.slice(0, at).join('');
    const after = letters.slice(at + 1);
    const swapped = after.length > 0 ? [before + after[0] + letter + after.slice(1).join('')] : [];
    return [before + after.join(''), ...swapped];
  });
}
