import type { ExploreList } from 'earshot/contract';
import type { useTexts } from '../site-context.tsx';

const COMPUTED = { new: 'list_new', popular: 'list_popular', similar: 'list_similar' } as const;

/** The title of a computed list in the language of the reader; an administrator has written the others. */
export function listTitle(
  { is_computed, permalink, title }: ExploreList,
  t: ReturnType<typeof useTexts<'explore'>>,
): string {
  const key = is_computed ? COMPUTED[permalink as keyof typeof COMPUTED] : undefined;
  return key ? t(key) : title;
}
