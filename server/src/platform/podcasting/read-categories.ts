import { type Category, findCategory } from 'earshot/internal';
import type { CategoryNode } from '../database/feed-columns.ts';
import { invalid } from '../http/read-json.ts';

/** Categories as a show stores them. */
export interface ShowCategories {
  /** Names, a parent before its subcategories. */
  names: string[];
  /** The same as feeds write them. */
  tree: CategoryNode[];
}

const ADVICE = 'is not one of Apple\'s categories, such as "Technology" or "Arts > Books"';

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
  const unknown: string[] = [];
  for (const [index, text] of texts.entries()) {
    const path = readPath(text);
    if (!path) unknown.push(`${fields[index]}: ${ADVICE}`);
    else addTo(tree, path);
  }
  if (unknown.length > 0) throw invalid(...unknown);
  return {
    names: [...tree].flatMap(([parent, children]) => [parent, ...children]),
    tree: [...tree].map(([text, children]) => ({ text, categories: [...children] })),
  };
}

interface Path {
  parent: Category;
  child: Category | null;
}

/** Null if the text is no category, or names a parent that is not its own. */
function readPath(text: string): Path | null {
  const whole = findCategory(text); // "Health & Fitness" has no separator in it
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
