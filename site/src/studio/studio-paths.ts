import { buildPath, SITE_ROUTES } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';

export const studioPath = (
  page: keyof typeof ALL_PAGE_ROUTES,
  params: Record<string, number> = {},
): string => buildPath(ALL_PAGE_ROUTES, page, params);

/** The address that authors give to podcast directories. It stays the same if the permalink changes. */
export const feedUrl = (siteUrl: string, show_id: number): string =>
  siteUrl + buildPath(SITE_ROUTES, 'show_feed', { show_id });
