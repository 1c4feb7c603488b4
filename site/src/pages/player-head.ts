import { jpegUrl, SITE_ROUTES } from 'earshot/contract';
import { EMBED_WIDTH_NOMINAL_PX, type HeadTag, type SiteConfig } from 'earshot-site/contract';
import { link, meta } from './head-tags.ts';
import { SHARE_IMAGE_PX } from './page-head.ts';
import type { LoadedPage } from './site-page.tsx';

/** A player that other sites may embed. */
export interface PagePlayer {
  url: string;
  /** The page of its show or episode. */
  site_url: string;
  /** CSS pixels. */
  height: number;
}

type Described = Pick<LoadedPage<object>, 'title' | 'description' | 'image'>;

/** Leads other programs to the page's player. */
export function playerHead(player: PagePlayer, page: Described, config: SiteConfig): HeadTag[] {
  return [...playerCard(player, page), ...oembedLinks(player, page, config)];
}

/** Twitter's player card requires a picture; a page without one gets the plain card. */
function playerCard({ url, height }: PagePlayer, page: Described): HeadTag[] {
  const { title = '', description, image } = page;
  const tags = [
    meta('name', 'twitter:card', image ? 'player' : 'summary'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description || title),
    meta('name', 'twitter:player', url),
    meta('name', 'twitter:player:width', EMBED_WIDTH_NOMINAL_PX),
    meta('name', 'twitter:player:height', height),
  ];
  if (!image) return tags;
  return [
    ...tags,
    meta('name', 'twitter:image', jpegUrl(image, SHARE_IMAGE_PX)),
    meta('name', 'twitter:image:alt', title),
  ];
}

/** https://oembed.com, 4: Discovery. */
function oembedLinks({ site_url }: PagePlayer, page: Described, config: SiteConfig): HeadTag[] {
  return [
    ['json', 'application/json+oembed'],
    ['xml', 'text/xml+oembed'],
  ].map(([format = '', type = '']) => {
    const query = new URLSearchParams({ url: site_url, format });
    const href = `${config.SITE_URL}${SITE_ROUTES.oembed}?${query}`;
    return link({ rel: 'alternate', type, href, title: page.title ?? '' });
  });
}
