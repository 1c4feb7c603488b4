import { invalid } from '../http/refusal.ts';

const MAX_LENGTH = 80;

// Unicode's invisible characters. The zero-width non-joiner is left, because it stands between parts of a word.
const INVISIBLE = /(?!\u200c)\p{Default_Ignorable_Code_Point}/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{Mn}\p{Mc}]*/gu;
const ACCENTS = /[\u0300-\u036f]+/g;

/**
 * Composed letters, and plain ones for their variants, such as `fi` for a ligature. Three letters of Thai, Lao and
 * Armenian that Unicode counts as variants are left.
 */
const composed = (text: string): string =>
  text.replace(/[^\u0e33\u0eb3\u0587]+/g, (part) => part.normalize('NFKC')).normalize('NFC');

/** A name for a URL: letters and digits of any script, joined by hyphens. `fallback` if there are none. */
export function slugify(text: string, fallback: string): string {
  const small = composed(composed(text.slice(0, 1_000)).toLowerCase());
  // An accent that is not part of a letter, such as the dot of a lowered Turkish capital, is removed.
  const words = small.replace(INVISIBLE, '').replace(ACCENTS, '').match(WORD) ?? [];
  const slug = [...words.join('-')].slice(0, MAX_LENGTH).join('').replace(/-$/, '');
  return slug || fallback;
}

const DIGITS = /^\p{Nd}+$/u;

/** The same for a show. Addresses name a show by its id or its permalink, so digits alone would name another one. */
export function showSlug(text: string, fallback = 'show'): string {
  const slug = slugify(text, fallback);
  return DIGITS.test(slug) ? slugify(`show ${slug}`, fallback) : slug;
}

/** Stored permalinks that a person may mean with this text: it may be encoded, capitalised, or from an older version. */
export function permalinkForms(text: string): string[] {
  const small = decoded(text).trim().toLowerCase();
  const plain = small.normalize('NFKC').toLowerCase();
  const withoutAccents = plain.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  const forms = [slugify(small, ''), plain, slugify(plain, ''), slugify(withoutAccents, '')];
  return [...new Set(forms)].filter((form) => form !== '' && !form.includes('\0'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone percent sign
  }
}

/**
 * A permalink chosen by an author.
 * @throws AppError INVALID_REQUEST if it would change in an address
 */
export function readPermalink(text: string): string {
  if (slugify(text, '') === text && text !== '') return text;
  const example = slugify(text, 'my-show');
  throw invalid('permalink', 'slug', { example });
}

/**
 * A permalink that an author has chosen for a show.
 * @throws AppError INVALID_REQUEST if it would change in an address, or could be the id of a show
 */
export function readShowPermalink(text: string): string {
  const permalink = readPermalink(text);
  if (DIGITS.test(permalink)) throw invalid('permalink', 'permalink_digits');
  return permalink;
}
