import { type Term, termsOf, type Way } from '../../platform/text/terms.ts';

/** A word of a query. */
export interface QueryWord {
  text: string;
  /** It stands for all words that begin with it. */
  isPrefix: boolean;
}

/** One way to match a term: all of these words, in any order, or in sequence. */
export interface QueryWay {
  words: readonly QueryWord[];
  isPhrase: boolean;
}

/** A part of a query. A text matches it in one of the ways. */
export interface QueryTerm {
  ways: readonly QueryWay[];
}

export interface Query {
  terms: readonly QueryTerm[];
  /** A text must match every term. Otherwise one is enough. */
  needsAll: boolean;
  /** The words as typed, for comparison with whole titles. */
  key: string;
}

const TERMS_MAX = 10; // longer queries are sentences, and their end adds nothing
const PLURAL_MIN = 4; // minimum letters of a word that may be a plural
const TEXT_PREFIX_MIN = 3; // letters

/** Reads the text that a person typed. The last word may be unfinished. Null if it contains no word. */
export function readQuery(text: string): Query | null {
  const typed = termsOf(text).slice(0, TERMS_MAX);
  if (typed.length === 0) return null;
  const terms = typed.map((term, at) => toQueryTerm(term, at === typed.length - 1));
  const words = typed.flatMap(({ ways }) => ways[0]?.words ?? []);
  return { terms, needsAll: true, key: words.map((word) => word.text).join(' ') };
}

function toQueryTerm({ ways }: Term, isLast: boolean): QueryTerm {
  const read = ways.map(({ words, isPhrase }) => ({
    isPhrase,
    words: words.map(({ text }, at) => ({ text, isPrefix: isLast && at === words.length - 1 })),
  }));
  return { ways: [...read, ...ways.flatMap(singularOf)] };
}

/** The other number of an English word: a query for "podcasts" also finds "podcast". */
function singularOf({ words }: Way): QueryWay[] {
  const [word, ...others] = words;
  if (!word || others.length > 0 || word.text.length < PLURAL_MIN) return [];
  if (!/^[a-z]+$/.test(word.text) || /(ss|us|is)$/.test(word.text)) return [];
  const text = word.text.endsWith('s') ? word.text.slice(0, -1) : `${word.text}s`;
  return [{ isPhrase: false, words: [{ text, isPrefix: false }] }];
}

/** The query with the corrected spellings of its words added. */
export function withCorrections(query: Query, corrections: ReadonlyMap<string, string[]>): Query {
  const correct = (term: QueryTerm): QueryTerm => {
    const [first] = term.ways;
    const texts = first?.words.length === 1 ? corrections.get(first.words[0]?.text ?? '') : [];
    const further = (texts ?? []).map((text) => ({
      isPhrase: false,
      words: [{ text, isPrefix: false }],
    }));
    return { ways: [...term.ways, ...further] };
  };
  return { ...query, terms: query.terms.map(correct) };
}

/**
 * The query for descriptions, in which a short last word is not the beginning of others. Null if it has no other word: almost
 * every text would match.
 */
export function toTextQuery(query: Query): Query | null {
  if (query.terms.length === 1 && isShort(query.key)) return null;
  const readWord = (word: QueryWord) => ({
    ...word,
    isPrefix: word.isPrefix && !isShort(word.text),
  });
  const terms = query.terms.map(({ ways }) => ({
    ways: ways.map(({ words, isPhrase }) => ({ words: words.map(readWord), isPhrase })),
  }));
  return { ...query, terms };
}

/** Few letters occur at the beginning of words in almost every text. One character of an unspaced script can be a word. */
const isShort = (text: string): boolean =>
  text.length < TEXT_PREFIX_MIN && /^[\p{sc=Latn}\p{N}]+$/u.test(text);

/** Conditions for PostgreSQL, of which a text must match one, in the notation of a tsquery. */
export const toTsqueries = (query: Query): string[] =>
  query.needsAll
    ? [toTsquery(query)]
    : query.terms.map((term) => toTsquery({ ...query, terms: [term] }));

/** A condition for PostgreSQL, in the notation of a tsquery. */
export function toTsquery({ terms, needsAll }: Query): string {
  return joinTerms(terms, needsAll ? '&' : '|', wordText);
}

/** For the rank: the more of the words a text has, the better. A whole word counts more than its beginning. */
export function toRankQuery({ terms }: Query): string {
  return joinTerms(terms, '|', (word) => {
    return word.isPrefix
      ? `(${wordText(word)}|${wordText({ ...word, isPrefix: false })})`
      : wordText(word);
  });
}

function joinTerms(
  terms: readonly QueryTerm[],
  operator: '&' | '|',
  write: (word: QueryWord) => string,
): string {
  const writeWay = ({ words, isPhrase }: QueryWay) =>
    `(${words.map(write).join(isPhrase ? '<->' : '&')})`;
  return terms.map(({ ways }) => `(${ways.map(writeWay).join('|')})`).join(operator);
}

/** Words hold letters, digits and pictographs only, so they need no escaping. */
const wordText = ({ text, isPrefix }: QueryWord): string => `'${text}'${isPrefix ? ':*' : ''}`;
