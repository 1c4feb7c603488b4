import { jpegUrl } from 'earshot/contract';
import type { HeadTag } from 'earshot-site/contract';
import { link, meta } from './head-tags.ts';
import type { FoundPage, PageSite } from './site-page.tsx';

/** The largest preset: previews are shown large. */
export const SHARE_IMAGE_PX = 720;

/** The elements of a document's head that describe the page to search engines and link previews. */
export function pageHead(page: FoundPage, windowTitle: string, { config, t }: PageSite): HeadTag[] {
  const { canonical, status, description } = page;
  const title = page.title ?? windowTitle;
  const tags = [
    meta('name', 'description', description || windowTitle),
    meta('property', 'og:site_name', config.PRODUCT_NAME),
    meta('property', 'og:locale', t('open_graph_locale')),
    meta('property', 'og:title', title),
    ...imageTags(page.image, title),
    ...page.head,
  ];
  if (description) tags.push(meta('property', 'og:description', description));
  if (status === 404) tags.push(meta('name', 'robots', 'noindex'));
  if (canonical) {
    const { href } = new URL(canonical, config.SITE_URL);
    tags.push(meta('property', 'og:url', href), link({ rel: 'canonical', href }));
  }
  return tags;
}

/** https://ogp.me: the properties of a picture follow the picture. */
function imageTags(image: string | null | undefined, alt: string): HeadTag[] {
  if (!image) return [];
  return [
    meta('property', 'og:image', jpegUrl(image, SHARE_IMAGE_PX)),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', SHARE_IMAGE_PX),
    meta('property', 'og:image:height', SHARE_IMAGE_PX),
    meta('property', 'og:image:alt', alt),
  ];
}
