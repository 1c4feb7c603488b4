import type { User } from 'earshot/contract';

/** The lists of a user: their shows, liked episodes, followed shows and people, and followers. */
export const USER_TABS = ['shows', 'likes', 'favorites', 'followings', 'fans'] as const;

type UserTab = (typeof USER_TABS)[number];

/** The address of a list of a user. */
export function addressOf({ site_url }: Pick<User, 'site_url'>, tab: UserTab, page = 1): string {
  const query = new URLSearchParams({
    ...(tab === 'shows' ? {} : { tab }),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return query.size > 0 ? `${site_url}?${query}` : site_url;
}
