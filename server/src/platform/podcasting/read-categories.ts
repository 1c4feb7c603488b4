import { type Category, findCategory } from 'earshot-site/contract';
import type { CategoryNode } from '../database/feed-columns.ts';
import { Refusal, type Said } from '../http/refusal.ts';

/** Categories as a show stores them. */
export interface ShowCategories {
  /** Names, a parent before its subcategories. */
  names: string[];
  /** The same in the structure of feeds. */
  tree: CategoryNode[];
}

/**
 * Reads categories as an author writes them: `Arts > Books`, `Arts / Books` or only `Books`.
 * @param fields The name of the field of each text, for messages.
 * @throws AppError INVALID_REQUEST for a text that is no category
 */
export function readCategories(
  texts: readonly string[],
  fields: readonly string[],
): ShowCategories {
  const tree = new Map<string, Set<string>>();
  const unknown: Said[] = [];
  for (const [index, text] of texts.entries()) {
    const path = readPath(text);
    if (!path) unknown.push({ field: fields[index] ?? '', words: 'category_unknown' });
    else addTo(tree, path);
  }
  if (unknown.length > 0) throw new Refusal('INVALID_REQUEST', unknown);
  return {
    names: [...tree].flatMap(([parent, children]) => [parent, ...children]),
    tree: [...tree].map(([text, children]) => ({ text, categories: [...children] })),
  };
}

export const CATEGORIES_MAX = 10; // Apple shows three

/** The known categories of a feed, under their present names and parents, and the texts that are no category. */
export function mendCategories(
  nodes: readonly CategoryNode[],
): ShowCategories & { unknown: string[] } {
  const texts = nodes.flatMap(({ text, categories }) => [text, ...categories]);
  const isKnown = (text: string) => findCategory(text) !== null;
  const known = texts.filter(isKnown).slice(0, CATEGORIES_MAX);
  return { ...readCategories(known, []), unknown: texts.filter((text) => !isKnown(text)) };
}

interface Path {
  parent: Category;
  child: Category | null;
}

/** Null if the text is not a category, or names a wrong parent. */
function readPath(text: string): Path | null {
  const whole = findCategory(text); // "Health & Fitness" contains no separator
  const parts = whole ? [text] : text.split(/[>/›:]/);
  const [first = '', last = first, ...more] = parts;
  const found = findCategory(last);
  if (!found || more.length > 0) return null;
  if (found.parent === null) return parts.length > 1 ? null : { parent: found, child: null };
  const parent = findCategory(found.parent);
  if (!parent) return null;
  const claimed = parts.length > 1 ? findCategory(first) : parent;
  return claimed?.permalink === parent.permalink ? { parent, child: found } : null;
}

function addTo(tree: Map<string, Set<string>>, { parent, child }: Path): void {
  const children = tree.get(parent.name) ?? new Set();
  tree.set(parent.name, children);
  if (child) children.add(child.name);
}
