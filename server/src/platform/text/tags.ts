import { cleanLine } from './clean-text.ts';

export const TAGS_MAX = 50;
export const TAG_LENGTH_MAX = 100;

/** Tags in their author's spelling, without empty ones and without those that differ only in case. */
export function readTags(texts: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const text of texts) {
    const tag = cleanLine(text).replace(/^#+\s*/, '');
    const name = tag.toLowerCase();
    if (tag && !byName.has(name)) byName.set(name, tag);
  }
  return [...byName.values()];
}
