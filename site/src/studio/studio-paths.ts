import { buildPath, SITE_ROUTES } from 'earshot/contract';
import { OWN_PAGE_ROUTES } from 'earshot/internal';

/** The path of a page for authors. */
export const studioPath = (
  page: keyof typeof OWN_PAGE_ROUTES,
  params: Record<string, number> = {},
): string => buildPath(OWN_PAGE_ROUTES, page, params);

/** The address that authors give to podcast directories. */
export const feedUrl = (siteUrl: string, permalink: string): string =>
  siteUrl + buildPath(SITE_ROUTES, 'show_feed', { show_id: permalink });
