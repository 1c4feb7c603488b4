import { jpegUrl } from 'earshot/contract';
import { EMBED_WIDTH_NOMINAL_PX, type HeadTag, type SiteConfig } from 'earshot/internal';
import { playerOf } from '../parts/page-player.ts';
import type { SiteContextValue } from '../site-context.tsx';
import type { LoadedPage } from './load-page.ts';
import { structuredData } from './structured-data.ts';

const SHARE_IMAGE_PX = 720; // the largest preset: previews are shown large

/** What tells other programs of a page: search engines, link previews, players of cards, oEmbed consumers. */
export function pageHead(
  page: LoadedPage,
  title: string,
  { config, t }: SiteContextValue,
): HeadTag[] {
  const { canonical, status } = page;
  const address = canonical && new URL(canonical, config.SITE_URL).href;
  const tags = [
    meta('name', 'description', page.description || title),
    ...openGraph(page, title, { config, t }),
    ...audioTags(page),
    ...playerCard(page, config),
    ...oembedLinks(page, config),
  ];
  if (address) {
    tags.push(meta('property', 'og:url', address), link({ rel: 'canonical', href: address }));
  }
  const data = structuredData(page, config);
  const attributes = { type: 'application/ld+json' };
  if (data) tags.push({ tag: 'script', attributes, json: data });
  if (status === 404) tags.push(meta('name', 'robots', 'noindex'));
  return tags;
}

const meta = (kind: 'name' | 'property', name: string, content: string | number): HeadTag => ({
  tag: 'meta',
  attributes: { [kind]: name, content: String(content) },
});

const link = (attributes: Record<string, string>): HeadTag => ({ tag: 'link', attributes });

/** https://ogp.me */
function openGraph(page: LoadedPage, title: string, { config, t }: SiteContextValue): HeadTag[] {
  const type = page.content.page === 'episode' ? 'music.song' : 'website';
  const tags = [
    meta('property', 'og:site_name', config.PRODUCT_NAME),
    meta('property', 'og:locale', t('open_graph_locale')),
    meta('property', 'og:type', type),
    meta('property', 'og:title', page.title ?? title),
  ];
  if (page.description) tags.push(meta('property', 'og:description', page.description));
  if (!page.image) return tags;
  return [
    ...tags,
    meta('property', 'og:image', jpegUrl(page.image, SHARE_IMAGE_PX)),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', SHARE_IMAGE_PX),
    meta('property', 'og:image:height', SHARE_IMAGE_PX),
    meta('property', 'og:image:alt', page.title ?? title),
  ];
}

function audioTags({ content }: LoadedPage): HeadTag[] {
  if (content.page !== 'episode') return [];
  const { http_url, mime_type, duration } = content.props.episode;
  const tags = [meta('property', 'og:audio', http_url)];
  if (http_url.startsWith('https:')) {
    tags.push(meta('property', 'og:audio:secure_url', http_url));
  }
  if (mime_type) tags.push(meta('property', 'og:audio:type', mime_type));
  // A whole number of seconds, from 1 (https://ogp.me, music.song).
  if (duration >= 1) tags.push(meta('property', 'music:duration', Math.round(duration)));
  return tags;
}

/** Twitter's player card; a plain one where the page has no player, or no picture, which that card must have. */
function playerCard(page: LoadedPage, config: SiteConfig): HeadTag[] {
  const player = playerOf(page, config);
  if (!player) return [meta('name', 'twitter:card', 'summary')];
  const tags = [
    meta('name', 'twitter:card', page.image ? 'player' : 'summary'),
    meta('name', 'twitter:title', page.title ?? ''),
    meta('name', 'twitter:description', page.description || (page.title ?? '')),
    meta('name', 'twitter:player', player.url),
    meta('name', 'twitter:player:width', EMBED_WIDTH_NOMINAL_PX),
    meta('name', 'twitter:player:height', player.height),
  ];
  if (page.image) {
    tags.push(
      meta('name', 'twitter:image', jpegUrl(page.image, SHARE_IMAGE_PX)),
      meta('name', 'twitter:image:alt', page.title ?? ''),
    );
  }
  if (page.content.page === 'episode') {
    const { http_url, mime_type } = page.content.props.episode;
    if (mime_type) {
      tags.push(
        meta('name', 'twitter:player:stream', http_url),
        meta('name', 'twitter:player:stream:content_type', mime_type),
      );
    }
  }
  return tags;
}

/** https://oembed.com, 4: Discovery. */
function oembedLinks(page: LoadedPage, config: SiteConfig): HeadTag[] {
  const player = playerOf(page, config);
  if (!player) return [];
  return [
    ['json', 'application/json+oembed'],
    ['xml', 'text/xml+oembed'],
  ].map(([format = '', type = '']) => {
    const query = new URLSearchParams({ url: player.site_url, format });
    const href = `${config.SITE_URL}/oembed?${query}`;
    return link({ rel: 'alternate', type, href, title: page.title ?? '' });
  });
}
