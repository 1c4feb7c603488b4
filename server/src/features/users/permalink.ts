import { AppError } from 'earshot/contract';
import { slugify } from '../../platform/text/slug.ts';

const LENGTH_MIN = 2;
const LENGTH_MAX = 80; // as long as a slug

// Names that a reader would take for the host itself, and words that stand for no user.
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

/** A permalink as it is stored: one spelling for what looks alike. */
export function normalizePermalink(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** What is wrong with a normalised permalink of a user, in words. Null if nothing is. */
export function permalinkError(permalink: string): string | null {
  const length = [...permalink].length;
  if (length < LENGTH_MIN || length > LENGTH_MAX) {
    return `must have ${LENGTH_MIN} to ${LENGTH_MAX} characters`;
  }
  if (!/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*([-_][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u.test(permalink)) {
    return 'must be letters and digits, with single hyphens or underscores between them';
  }
  if (/^\p{Nd}+$/u.test(permalink)) return 'must not consist of digits alone';
  if (RESERVED.includes(permalink)) return 'is reserved; choose another one';
  return null;
}

/** @throws AppError INVALID_REQUEST */
export function readPermalink(text: string): string {
  const permalink = normalizePermalink(text);
  const error = permalinkError(permalink);
  if (error !== null) throw new AppError('INVALID_REQUEST', { messages: [`permalink: ${error}`] });
  return permalink;
}

/** The permalink that a new user of this name should get. It may be taken. */
export function permalinkFor(name: string): string {
  const slug = slugify(name, 'user');
  return permalinkError(slug) === null ? slug : slugify(`user ${slug}`, 'user');
}
