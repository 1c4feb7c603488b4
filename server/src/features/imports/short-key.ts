import { createHash } from 'node:crypto';

const MAX_LENGTH = 500; // an index of PostgreSQL holds about 2,700 bytes

/** A key that fits into a PostgreSQL index: a longer one is replaced by its hash. */
export function shortKey(text: string): string {
  return text.length <= MAX_LENGTH ? text : createHash('sha256').update(text).digest('hex');
}
