import { sql } from 'kysely';

const MARK = '/* prepared */';

/**
 * Marks a statement that runs so often that planning it costs more than running it: PostgreSQL plans it once for each
 * connection. Not for statements whose best plan depends on their values, such as searches.
 */
export const PREPARED = sql.raw(MARK);

const NAMES_MAX = 200; // each one costs memory on every connection
const names = new Map<string, string>();

/** The name under which connections keep a statement. Undefined for an unmarked statement. */
export function statementName(text: string): string | undefined {
  if (!text.includes(MARK)) return undefined;
  const known = names.get(text);
  if (known || names.size >= NAMES_MAX) return known;
  const name = `prepared_${names.size + 1}`;
  names.set(text, name);
  return name;
}
