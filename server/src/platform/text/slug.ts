import { invalid } from '../http/read-json.ts';

const MAX_LENGTH = 80;

/** A name for a URL: letters and digits of any script, joined by hyphens. `fallback` if there are none. */
export function slugify(text: string, fallback: string): string {
  const words = text
    .slice(0, 1_000)
    .normalize('NFKD')
    // Accents go. The marks of other scripts are part of their letters.
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-/, '');
  const slug = [...words].slice(0, MAX_LENGTH).join('').replace(/-$/, '');
  return slug || fallback;
}

/**
 * A permalink that an author chose.
 * @throws AppError INVALID_REQUEST if it would not stay as it is in an address
 */
export function readPermalink(text: string): string {
  if (slugify(text, '') === text && text !== '') return text;
  const example = slugify(text, 'my-show');
  throw invalid(`permalink: must be small letters, digits and hyphens, such as ${example}`);
}
