import { buildPath, SITE_ROUTES } from 'earshot/contract';
import type { HeadTag, SiteConfig } from 'earshot-site/contract';
import { link } from './head-tags.ts';

/** Leads podcast apps and browsers from the page of a show or an episode to the feed. */
export function feedLink(
  { show_id, title }: { show_id: number; title: string },
  { SITE_URL }: SiteConfig,
): HeadTag {
  const href = SITE_URL + buildPath(SITE_ROUTES, 'show_feed', { show_id });
  return link({ rel: 'alternate', type: 'application/rss+xml', href, title });
}
