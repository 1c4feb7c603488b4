const ADDRESS = /(?:mailto:)?[^\s<>()[\]"',;:@]+@[^\s<>()[\]"',;:@]+\.[^\s<>()[\]"',;:@]+/gi;
const EDGES = /^[\s\p{P}\p{S}]+$|^[\s,;:<>-]+|[\s,;:<>-]+$/gu;

/** Patterns take quadratic time on a longer text, and no name is as long. */
const MAX_LENGTH = 1_000;

/** A name without mail addresses: `jane@example.org (Jane Doe)` becomes `Jane Doe`. Empty if there is no name. */
export function authorName(given: string): string {
  const text = given.slice(0, MAX_LENGTH);
  const rest = text.replace(ADDRESS, ' ');
  if (rest === text) return text;
  const plain = rest
    .replace(/<\s*>|\(\s*\)|\[\s*\]/g, ' ')
    .replace(EDGES, '')
    .replace(/\s+/g, ' ');
  return plain.replace(/^\(([^()]*)\)$|^"([^"]*)"$/, '$1$2').trim();
}

/** The name to show. `otherwise` stands for an author who is only a mail address. */
export const shownAuthor = <Name>(author: string, otherwise: Name): string | Name =>
  author === '' ? author : authorName(author) || otherwise;
