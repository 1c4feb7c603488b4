import { buildPath, type Episode, jpegUrl, type Show, SITE_ROUTES } from 'earshot/contract';
import type { SiteConfig } from 'earshot/internal';
import { playerOf } from '../parts/page-player.ts';
import type { LoadedPage } from './load-page.ts';

const IMAGE_PX = 720;

/** What search engines read of a show or an episode (https://schema.org), or null for other pages. */
export function structuredData(page: LoadedPage, config: SiteConfig): object | null {
  const { content, description } = page;
  if (content.page === 'episode') {
    const embedUrl = playerOf(page, config)?.url;
    return ofEpisode(content.props.episode, { description, embedUrl, siteUrl: config.SITE_URL });
  }
  if (content.page === 'show') return ofShow(content.props.show, description);
  return null;
}

interface Described {
  description: string;
  /** Of the player. */
  embedUrl: string | undefined;
  siteUrl: string;
}

// A field that is undefined is left out of the JSON.
function ofEpisode(episode: Episode, { description, embedUrl, siteUrl }: Described): object {
  const duration = episode.duration > 0 ? isoDuration(episode.duration) : undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'PodcastEpisode',
    url: episode.site_url,
    name: episode.title,
    description: description || undefined,
    datePublished: episode.published_at,
    duration,
    image: pictureOf(episode),
    isFamilyFriendly: !episode.explicit,
    episodeNumber: episode.episode_number ?? undefined,
    partOfSeason:
      episode.season === null
        ? undefined
        : { '@type': 'PodcastSeason', seasonNumber: episode.season },
    associatedMedia: {
      '@type': 'AudioObject',
      contentUrl: episode.http_url,
      embedUrl,
      encodingFormat: episode.mime_type || undefined,
      contentSize: episode.file_size > 0 ? `${episode.file_size} B` : undefined,
      duration,
    },
    partOfSeries: {
      '@type': 'PodcastSeries',
      name: episode.show_title,
      url: siteUrl + buildPath(SITE_ROUTES, 'show', { permalink: episode.show_permalink }),
    },
  };
}

function ofShow(show: Show, description: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'PodcastSeries',
    url: show.site_url,
    name: show.title,
    description: description || undefined,
    image: pictureOf(show),
    author: show.author ? { '@type': 'Person', name: show.author } : undefined,
    inLanguage: show.language || undefined,
    genre: show.categories.length > 0 ? show.categories : undefined,
    keywords: show.keywords.length > 0 ? show.keywords : undefined,
    isFamilyFriendly: !show.explicit,
  };
}

const pictureOf = ({ image_url }: Episode | Show) =>
  image_url ? jpegUrl(image_url, IMAGE_PX) : undefined;

/** ISO 8601, e.g. `PT1H2M3S`. */
export function isoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
}
