import type { TextsOf } from '../site-context.tsx';

type CategoryTexts = TextsOf<'categories'>;

/** The name of a category in the reader's language. Feeds and the API have the English one. */
export const categoryName = (t: CategoryTexts, { permalink }: { permalink: string }): string =>
  t(permalink as Parameters<CategoryTexts>[0]);
