import type { ApiPayload } from 'earshot';
import type { Show } from 'earshot/contract';
import { findCategory, typedNotes } from 'earshot-site/contract';
import { changedFields } from '../../forms/changed-fields.ts';
import { toPlayerValues, withPlayerOptions } from './player-values.ts';

/** The fields of the form, in the form of their controls. */
export function toValues(show: Show) {
  const [category = '', second_category = ''] = mainCategories(show);
  return {
    title: show.title,
    description: typedNotes(show.description),
    language: show.language,
    category,
    second_category,
    keywords: show.keywords.join(', '),
    explicit: show.explicit,
    public_downloads: show.downloads !== undefined,
    author: show.author,
    permalink: show.permalink,
    link_url: show.link_url ?? '',
    subtitle: show.subtitle ?? '',
    copyright: show.copyright ?? '',
    owner_name: show.owner_name ?? '',
    owner_email: show.owner_email ?? '',
    itunes_type: show.itunes_type ?? 'episodic',
    locked: show.locked ?? false,
    complete: show.complete ?? false,
    blocked: show.blocked ?? false,
    ...toPlayerValues(show),
  };
}

type ShowValues = ReturnType<typeof toValues>;

/**
 * The changes. Untouched fields are not sent, because the API keeps more than the form can show, such as a third
 * category.
 */
export function toChange(before: ShowValues, after: ShowValues): ApiPayload {
  const { category, second_category, ...rest } = withPlayerOptions(after);
  const { category: _, second_category: __, ...restBefore } = withPlayerOptions(before);
  const change = changedFields(restBefore, rest);
  const isSame = category === before.category && second_category === before.second_category;
  if (isSame) return change;
  return { ...change, categories: JSON.stringify([category, second_category].filter(Boolean)) };
}

/** The names of the categories without parents of other ones. */
function mainCategories({ categories }: Pick<Show, 'categories'>): string[] {
  const parents = categories.map((name) => findCategory(name)?.parent);
  return categories.filter((name) => !parents.includes(findCategory(name)?.permalink));
}
