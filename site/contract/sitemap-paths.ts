/** For search engines: the list of the parts, and the parts. The site's script has no use for them. */
export const SITEMAP_ROUTES = {
  sitemap: '/sitemap.xml',
  sitemap_part: '/sitemap/{part}.xml',
} as const;
