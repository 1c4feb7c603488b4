import { CATEGORIES } from 'earshot-site/contract';
import { categoryName } from '../parts/category-name.ts';
import type { TextsOf } from '../site-context.tsx';

/** Apple's categories for a select, with subcategories indented. */
export const categoryOptions = (t: TextsOf<'categories'>, none: string) => [
  { value: '', label: none },
  ...CATEGORIES.map((category) => ({
    value: category.name,
    label: (category.parent ? '\u2003' : '') + categoryName(t, category),
  })),
];

/** Common languages of shows. A show in another one keeps its own. */
const LANGUAGES = [
  'ar bg bn ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv sw ta th tr uk ur vi zh',
].flatMap((names) => names.split(' '));

/** Languages in the reader's language. Node and browsers may sort them differently, so the order is by tag. */
export function languageOptions(culture: string, current: string) {
  const names = new Intl.DisplayNames([culture], { type: 'language' });
  const known = LANGUAGES.includes(current) || current === '' ? LANGUAGES : [current, ...LANGUAGES];
  return known.map((value) => ({ value, label: nameOf(names, value) }));
}

function nameOf(names: Intl.DisplayNames, language: string): string {
  try {
    return `${names.of(language) ?? language} (${language})`;
  } catch {
    return language; // a tag that browsers do not know
  }
}
