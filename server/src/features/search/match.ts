import { groupBy } from '../../platform/group-by.ts';
import { type PlacedWord, placeWords, termsOf } from '../../platform/text/terms.ts';
import type { Query, QueryTerm, QueryWay, QueryWord } from './query.ts';

/** From the first UTF-16 code unit to the one after the last. */
export type Range = [start: number, end: number];

/** The places where a text matches a query. */
export interface Match {
  ranges: Range[];
  /** The number of terms that the text matches. */
  terms: number;
  /** True if the text alone matches the query. */
  isWhole: boolean;
}

/** Finds the words of a query in a text, as PostgreSQL finds them in the vector of the text. */
export function matchText(query: Query, text: string): Match {
  const places = groupBy(placeWords(termsOf(text)), ({ place }) => place);
  const found = query.terms.map((term) => rangesOfTerm(term, places));
  const terms = found.filter((ranges) => ranges.length > 0).length;
  return {
    ranges: merge(found.flat()),
    terms,
    isWhole: query.needsAll ? terms === query.terms.length : terms > 0,
  };
}

/** The words of a text, by position. */
type Places = ReadonlyMap<number, readonly PlacedWord[]>;

const rangesOfTerm = ({ ways }: QueryTerm, places: Places): Range[] =>
  ways.flatMap((way) => (way.isPhrase ? rangesOfPhrase(way, places) : rangesOfAll(way, places)));

function rangesOfAll({ words }: QueryWay, places: Places): Range[] {
  const placed = [...places.values()].flat();
  const found = words.map((wanted) => placed.filter((word) => isMatch(wanted, word)));
  if (found.some((matches) => matches.length === 0)) return [];
  return found.flatMap((matches, at) => matches.map((word) => rangeOf(words[at], word)));
}

function rangesOfPhrase({ words }: QueryWay, places: Places): Range[] {
  return [...places.keys()].flatMap((first) => {
    const phrase = words.map((wanted, at) =>
      places.get(first + at)?.find((word) => isMatch(wanted, word)),
    );
    if (phrase.includes(undefined)) return [];
    return phrase.flatMap((word, at) => (word ? [rangeOf(words[at], word)] : []));
  });
}

const isMatch = ({ text, isPrefix }: QueryWord, word: PlacedWord): boolean =>
  isPrefix ? word.text.startsWith(text) : word.text === text;

/** For a longer word only its beginning, unless folding changes the number of letters. */
function rangeOf(wanted: QueryWord | undefined, { text, start, end }: PlacedWord): Range {
  const length = wanted && text.length === end - start ? wanted.text.length : end - start;
  return [start, Math.min(end, start + length)];
}

/** Sorted, without overlaps. */
function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
