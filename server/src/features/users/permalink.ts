import { invalid, type Words } from '../../platform/http/refusal.ts';
import { slugify } from '../../platform/text/slug.ts';

const LENGTH_MIN = 2;
const LENGTH_MAX = 80; // as long as a slug

// Names that look like the host itself, and words that stand for no user.
const RESERVED: readonly string[] = [
  'about',
  'admin',
  'administrator',
  'anonymous',
  'api',
  'deleted',
  'everyone',
  'guest',
  'help',
  'host',
  'login',
  'logout',
  'me',
  'moderator',
  'nobody',
  'null',
  'official',
  'owner',
  'root',
  'security',
  'self',
  'settings',
  'setup',
  'signup',
  'staff',
  'support',
  'system',
  'undefined',
  'user',
  'users',
];

/** A permalink in its stored form: one spelling for texts that look alike. */
export function normalizePermalink(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** The error of a normalised permalink of a user. Null if it is valid. */
export function permalinkError(permalink: string): Words | null {
  const length = [...permalink].length;
  if (length < LENGTH_MIN || length > LENGTH_MAX) return 'permalink_length';
  if (!/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*([-_][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u.test(permalink)) {
    return 'permalink_letters';
  }
  if (/^\p{Nd}+$/u.test(permalink)) return 'permalink_digits';
  if (RESERVED.includes(permalink)) return 'reserved';
  return null;
}

/** @throws AppError INVALID_REQUEST */
export function readPermalink(text: string): string {
  const permalink = normalizePermalink(text);
  const error = permalinkError(permalink);
  if (error !== null) throw invalid('permalink', error, { least: LENGTH_MIN, most: LENGTH_MAX });
  return permalink;
}

/** The preferred permalink of a new user with this name. It may be taken. */
export function permalinkFor(name: string): string {
  const slug = slugify(name, 'user');
  return permalinkError(slug) === null ? slug : slugify(`user ${slug}`, 'user');
}
