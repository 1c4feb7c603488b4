import type { ExploreList } from 'earshot/contract';
import type { TextsOf } from '../site-context.tsx';

const COMPUTED = { new: 'list_new', popular: 'list_popular', similar: 'list_similar' } as const;

/** The title of a computed list in the reader's language; administrators have written the others. */
export function listTitle(
  { is_computed, permalink, title, language }: ExploreList,
  t: TextsOf<'explore'>,
): string {
  if (language !== null) return t('list_language', { language: title });
  const key = is_computed ? COMPUTED[permalink as keyof typeof COMPUTED] : undefined;
  return key ? t(key) : title;
}
