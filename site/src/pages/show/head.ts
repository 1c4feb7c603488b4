import { jpegUrl, type Show } from 'earshot/contract';
import { playerUrl } from 'earshot/embed';
import { EMBED_HEIGHT_DEFAULT_RICH_PX } from 'earshot/internal';
import type { HeadTag, SiteConfig } from 'earshot-site/contract';
import { feedLink } from '../feed-link.ts';
import { meta, plainHead, structuredData } from '../head-tags.ts';
import { SHARE_IMAGE_PX } from '../page-head.ts';
import { type PagePlayer, playerHead } from '../player-head.ts';
import type { LoadedPage, PageSite } from '../site-page.tsx';
import type { ShowPageProps } from './page.tsx';

export function showHead(page: LoadedPage<ShowPageProps>, { config }: PageSite): HeadTag[] {
  const { show } = page.props;
  const shown =
    show.episode_count > 0
      ? [
          meta('property', 'og:type', 'website'),
          ...playerHead(playerOf(show, config), page, config),
        ]
      : plainHead();
  const facts = { ...factsOf(show), description: page.description || undefined };
  return [...shown, feedLink(show, config), structuredData('PodcastSeries', facts)];
}

function playerOf({ show_id, site_url }: Show, { WIDGET_URL }: SiteConfig): PagePlayer {
  const url = playerUrl(WIDGET_URL, { resource: `show_id=${show_id}`, playlist: 'show' });
  return { url, site_url, height: EMBED_HEIGHT_DEFAULT_RICH_PX };
}

function factsOf(show: Show): object {
  const { image_url, author, categories, keywords } = show;
  return {
    url: show.site_url,
    name: show.title,
    image: image_url ? jpegUrl(image_url, SHARE_IMAGE_PX) : undefined,
    author: author ? { '@type': 'Person', name: author } : undefined,
    inLanguage: show.language || undefined,
    genre: categories.length > 0 ? categories : undefined,
    keywords: keywords.length > 0 ? keywords : undefined,
    isFamilyFriendly: !show.explicit,
  };
}
