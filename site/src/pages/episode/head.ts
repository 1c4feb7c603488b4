import { buildPath, type Episode, jpegUrl, SITE_ROUTES } from 'earshot/contract';
import { playerUrl } from 'earshot/embed';
import { EMBED_HEIGHT_DEFAULT_PLAIN_PX } from 'earshot/internal';
import { isoDuration } from 'earshot/react';
import type { HeadTag, SiteConfig } from 'earshot-site/contract';
import { feedLink } from '../feed-link.ts';
import { meta, structuredData } from '../head-tags.ts';
import { SHARE_IMAGE_PX } from '../page-head.ts';
import { type PagePlayer, playerHead } from '../player-head.ts';
import type { LoadedPage, PageSite } from '../site-page.tsx';
import type { EpisodePageProps } from './page.tsx';

export function episodeHead(page: LoadedPage<EpisodePageProps>, { config }: PageSite): HeadTag[] {
  const { episode } = page.props;
  const player = playerOf(episode, config);
  if (episode.state === 'private') return [NOT_LISTED];
  return [
    ...(episode.state === 'unlisted' ? [NOT_LISTED] : []),
    meta('property', 'og:type', 'music.song'),
    ...audioTags(episode),
    ...playerHead(player, page, config),
    ...streamTags(episode),
    feedLink({ show_id: episode.show_id, title: episode.show_title }, config),
    structuredData('PodcastEpisode', {
      ...factsOf(episode),
      description: page.description || undefined,
      associatedMedia: { ...mediaOf(episode), embedUrl: player.url },
      partOfSeries: seriesOf(episode, config),
    }),
  ];
}

/** Search engines must not show an episode that is only for people with its address. */
const NOT_LISTED = meta('name', 'robots', 'noindex');

function playerOf({ episode_id, site_url }: Episode, { WIDGET_URL }: SiteConfig): PagePlayer {
  const url = playerUrl(WIDGET_URL, { resource: `episode_id=${episode_id}`, playlist: 'false' });
  return { url, site_url, height: EMBED_HEIGHT_DEFAULT_PLAIN_PX };
}

/** https://ogp.me: the properties of a sound follow the sound. */
function audioTags({ http_url, mime_type, duration }: Episode): HeadTag[] {
  const tags = [meta('property', 'og:audio', http_url)];
  if (http_url.startsWith('https:')) {
    tags.push(meta('property', 'og:audio:secure_url', http_url));
  }
  if (mime_type) tags.push(meta('property', 'og:audio:type', mime_type));
  // A whole number of seconds, from 1 (https://ogp.me, music.song).
  if (duration >= 1) tags.push(meta('property', 'music:duration', Math.round(duration)));
  return tags;
}

/** The sound itself, for clients of Twitter's player card that show no frame. */
function streamTags({ http_url, mime_type }: Episode): HeadTag[] {
  if (!mime_type) return [];
  return [
    meta('name', 'twitter:player:stream', http_url),
    meta('name', 'twitter:player:stream:content_type', mime_type),
  ];
}

function factsOf(episode: Episode): object {
  const { season, episode_number, image_url } = episode;
  return {
    url: episode.site_url,
    name: episode.title,
    datePublished: episode.published_at ?? undefined,
    duration: durationOf(episode),
    image: image_url ? jpegUrl(image_url, SHARE_IMAGE_PX) : undefined,
    isFamilyFriendly: !episode.explicit,
    episodeNumber: episode_number ?? undefined,
    partOfSeason: season === null ? undefined : { '@type': 'PodcastSeason', seasonNumber: season },
  };
}

function mediaOf(episode: Episode): object {
  return {
    '@type': 'AudioObject',
    contentUrl: episode.http_url,
    encodingFormat: episode.mime_type || undefined,
    contentSize: episode.file_size > 0 ? `${episode.file_size} B` : undefined,
    duration: durationOf(episode),
  };
}

/** At least a second; undefined if the length is unknown. */
function durationOf({ duration }: Episode): string | undefined {
  return duration > 0 ? isoDuration(Math.max(1, duration)) : undefined;
}

function seriesOf({ show_title, show_permalink }: Episode, { SITE_URL }: SiteConfig): object {
  const url = SITE_URL + buildPath(SITE_ROUTES, 'show', { permalink: show_permalink });
  return { '@type': 'PodcastSeries', name: show_title, url };
}
