import type { CueRow } from './cue-rows.ts';

/** A place in the text of a cue. */
export interface Match {
  key: number;
  from: number;
  to: number;
}

interface Search {
  words: string;
  matchCase: boolean;
}

/** The expression escapes the words: they are text, not a pattern. */
const toPattern = ({ words, matchCase }: Search) =>
  new RegExp(words.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), matchCase ? 'g' : 'gi');

/** Every occurrence of the words, in the order of the cues. */
export function findAll(rows: readonly CueRow[], search: Search): Match[] {
  if (search.words === '') return [];
  const pattern = toPattern(search);
  return rows.flatMap(({ key, text }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      key,
      from: index,
      to: index + found.length,
    })),
  );
}

export const replaceOne = (
  rows: readonly CueRow[],
  { key, from, to }: Match,
  words: string,
): CueRow[] =>
  rows.map((row) =>
    row.key === key ? { ...row, text: row.text.slice(0, from) + words + row.text.slice(to) } : row,
  );

/** The rows with every occurrence replaced. Other rows stay the same objects. */
export function replaceAll(rows: readonly CueRow[], search: Search, words: string): CueRow[] {
  if (search.words === '') return [...rows];
  const pattern = toPattern(search);
  return rows.map((row) => {
    const text = row.text.replace(pattern, () => words);
    return text === row.text ? row : { ...row, text };
  });
}
