import { setImmediate } from 'node:timers/promises';
import { htmlText } from 'earshot/internal';
import { CATEGORIES, findCategory } from 'earshot-site/contract';
import type { DocumentKind } from '../../platform/database/search-tables.ts';
import { primaryLanguage } from '../../platform/text/primary-language.ts';
import { type PlacedWord, placeWords, termsOf, UNSPACED } from '../../platform/text/terms.ts';
import { tagName } from '../tags/tags.ts';

/** PostgreSQL's weights, from the title to the description. */
type Weight = 'A' | 'B' | 'C' | 'D';

/** The data of a document. */
export interface Source {
  kind: DocumentKind;
  id: number;
  /** The user who can be blocked. Null for a tag. */
  ownerId: number | null;
  title: string;
  authors: readonly string[];
  /** Tags in their authors' spelling. */
  tags: readonly string[];
  /** Categories in their authors' spelling. */
  categories: readonly string[];
  /** The language tag (BCP 47) of the show. Empty for users and tags. */
  language: string;
  /** Sanitised HTML. */
  description: string;
  moment: Date;
  /** Activity around it in the last days; 0 without any. */
  popularity: number;
}

/** A row of `search_documents` and one of `search_texts` as JSON, with vectors in PostgreSQL's notation. */
export interface SearchDocument {
  kind: DocumentKind;
  id: number;
  owner_id: number | null;
  title: string;
  heading: string;
  words: string;
  tags: string[];
  categories: string[];
  language: string;
  moment: string;
  standing: number;
}

/** UTF-16 code units of a description that are indexed: longer show notes repeat themselves. */
export const INDEXED_MAX = 4_000;

const MS_PER_DAY = 86_400_000;
export const DAYS_PER_DOUBLING = 30; // twice the popularity is worth as much as a month
const WORD_MIN = 3; // letters of a word that typing errors are corrected to
const WORD_MAX = 64; // as long as an indexed word; German joins several into one
const TITLE_MAX = 200; // characters: an index takes about 2,700 bytes
const FIELD_GAP = 10; // positions between two fields, so that no phrase spans both
const PLACE_MAX = 16_383; // PostgreSQL's limit

const MADE_AT_ONCE = 10; // a millisecond each; requests wait meanwhile

/** Makes documents in steps, so that the process can answer requests between them. */
export async function makeDocuments(sources: readonly Source[]): Promise<SearchDocument[]> {
  const made: SearchDocument[] = [];
  for (const source of sources) {
    made.push(makeDocument(source));
    if (made.length % MADE_AT_ONCE === 0) await setImmediate();
  }
  return made;
}

function makeDocument(source: Source): SearchDocument {
  const categories = findCategories(source.categories);
  const vector = createVector();
  vector.add(source.title, 'A');
  for (const author of source.authors) vector.add(author, 'B');
  for (const tag of source.tags) vector.add(tag, 'C');
  for (const { name } of categories) vector.add(name, 'C');
  const heading = vector.toString();
  vector.add(htmlText(source.description).slice(0, INDEXED_MAX), 'D');
  return {
    kind: source.kind,
    id: source.id,
    owner_id: source.ownerId,
    title: titleKey(source.title),
    heading,
    words: vector.toString(),
    tags: unique(source.tags.flatMap((tag) => tagName(tag) ?? [])),
    categories: categories.map(({ permalink }) => permalink),
    language: primaryLanguage(source.language),
    moment: source.moment.toISOString(),
    standing: standingOf(source.moment, source.popularity),
  };
}

/** The words of a title with single spaces, for comparison with a whole query. */
function titleKey(title: string): string {
  const words = termsOf(title).flatMap(({ ways }) => ways[0]?.words ?? []);
  return [...words.map(({ text }) => text).join(' ')].slice(0, TITLE_MAX).join('');
}

/** The words of a heading to which typing errors can be corrected. */
export function correctableWords({ heading }: SearchDocument): string[] {
  const words = [...heading.matchAll(/'([^']+)'/g)].map(([, word = '']) => word);
  return unique(words.filter(isCorrectable));
}

/** False for scripts without spaces, whose words have no typing errors in this sense. */
export function isCorrectable(word: string): boolean {
  return (
    word.length >= WORD_MIN &&
    word.length <= WORD_MAX &&
    /^[\p{L}\p{M}]+$/u.test(word) &&
    !UNSPACED.test(word)
  );
}

/** Days since 1970, and a bonus for popularity. */
function standingOf(moment: Date, popularity: number): number {
  const days = moment.getTime() / MS_PER_DAY + DAYS_PER_DOUBLING * Math.log2(1 + popularity);
  return Math.round(days * 100) / 100;
}

/** The categories of these names, and their parents. */
function findCategories(names: readonly string[]) {
  const found = new Set<string>();
  for (const name of names) {
    const category = findCategory(name);
    if (!category) continue;
    found.add(category.permalink);
    if (category.parent !== null) found.add(category.parent);
  }
  return CATEGORIES.filter(({ permalink }) => found.has(permalink));
}

/** Collects words in PostgreSQL's notation of a vector. */
function createVector() {
  const lexemes: string[] = [];
  let place = 0;
  return {
    add(text: string, weight: Weight): void {
      const words = placeWords(termsOf(text));
      for (const word of words) lexemes.push(lexeme(word, place, weight));
      place += (words.at(-1)?.place ?? 0) + FIELD_GAP;
    },
    toString: () => lexemes.join(' '),
  };
}

/** Words hold letters, digits and pictographs only, so they need no escaping. */
const lexeme = ({ text, place }: PlacedWord, offset: number, weight: Weight): string =>
  `'${text}':${Math.min(place + offset, PLACE_MAX)}${weight}`;

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
