import type { Episode, EpisodeBrief } from '../contract/episodes.ts';
import { imageUrl } from '../contract/images.ts';
import { buildPath } from '../contract/paths.ts';
import { SHARE_ROUTES } from '../contract/share.ts';
import type { Show } from '../contract/shows.ts';
import { SHOW_PAGE_PATH } from '../contract/single-paths.ts';
import type { TimeRange } from './time-range.ts';

/** The show or episode that the embed dialog is opened for. */
export interface EmbedSourceItem {
  resource: 'episode' | 'show';
  show_id: number;
  /** Null for a show. */
  episode_id: number | null;
  title: string;
  /** The item's page on the site. */
  url: string;
  /** The episode in the API, if the dialog can offer its text. */
  api_url?: string;
  cover_image_url: string | null;
  original_image_url: string | null;
  author_id: number;
  show_title: string;
  /** Seconds; null for a show and while unknown. */
  duration: number | null;
  /** Address of a small picture for a player; null if there is no picture. */
  image_url: string | null;
  /** Whether the dialog offers more than the code. */
  share_enabled: boolean;
  /** The part of an episode that the dialog first offers, in its code and its link. */
  part?: TimeRange & {
    /** The id of its quote, which keeps its place when the episode is recut. */
    quote?: string;
  };
}

/** The settings of the dialog that follow from its item. */
export interface EmbedWidgetSettings {
  /** `episode_id=1` or `show_id=2`. */
  widget_resource: string;
  widget_playlist: 'show' | false;
  /** An https address. */
  widget_cover: string | null;
  widget_link_url: string;
  widget_link_label: string;
  widget_show_id: number;
  widget_episode_id: number | null;
  widget_twitter_url: string;
  share_enabled: boolean;
}

/** A public episode may be shared by everybody. */
export function episodeItem(episode: EpisodeBrief): EmbedSourceItem {
  return {
    resource: 'episode',
    show_id: episode.show_id,
    episode_id: episode.episode_id,
    api_url: episode.api_url,
    ...sharedFields(episode),
  };
}

export function showItem(show: Show): EmbedSourceItem {
  return { resource: 'show', show_id: show.show_id, episode_id: null, ...sharedFields(show) };
}

/** The show of an episode, with the fields that the episode contains. */
export function showItemOf(episode: Episode): EmbedSourceItem {
  const { site_url, show_title: title, show_permalink: permalink } = episode;
  const url = siteAddress(site_url, 'show', { permalink });
  return { ...episodeItem(episode), resource: 'show', episode_id: null, title, url };
}

function sharedFields(entity: EpisodeBrief | Show) {
  return {
    title: entity.title,
    url: entity.site_url,
    show_title: 'show_title' in entity ? entity.show_title : entity.title,
    duration: ('duration' in entity && entity.duration) || null,
    image_url: entity.image_url,
    cover_image_url: entity.image_url && imageUrl(entity.image_url, 720),
    original_image_url: entity.image_original_url,
    author_id: entity.user_id,
    share_enabled: true,
  };
}

export function widgetSettings(item: EmbedSourceItem, productName: string): EmbedWidgetSettings {
  const { show_id, episode_id } = item;
  const isEpisode = episode_id !== null;
  return {
    widget_resource: isEpisode ? `episode_id=${episode_id}` : `show_id=${show_id}`,
    widget_playlist: isEpisode ? false : 'show',
    widget_cover: toHttps(item.cover_image_url ?? ''),
    // A development machine has no https, and the link must work if the player does not.
    widget_link_url: isLoopback(item.url) ? item.url : (toHttps(item.url) ?? item.url),
    widget_link_label: `Listen to "${item.title}" on ${productName}`,
    widget_show_id: show_id,
    widget_episode_id: episode_id,
    widget_twitter_url: twitterShareUrl(item),
    share_enabled: item.share_enabled,
  };
}

/** The site's address that redirects to Twitter with the page of a show or episode. `url` is that page. */
export function twitterShareUrl({
  url,
  show_id,
  episode_id,
}: Pick<EmbedSourceItem, 'url' | 'show_id' | 'episode_id'>): string {
  return episode_id === null
    ? siteAddress(url, 'share_twitter_show', { show_id })
    : siteAddress(url, 'share_twitter_episode', { episode_id });
}

/** The same for a page of the site by its address, e.g. with a start time. */
export function twitterShareUrlOf(url: string, text: string): string {
  return `${siteAddress(url, 'share_twitter')}?${new URLSearchParams({ url, text })}`;
}

/** The site's address that redirects to Facebook with `url`, a page of the same site. */
export function facebookShareUrl(url: string): string {
  return `${siteAddress(url, 'share_facebook')}?${new URLSearchParams({ url })}`;
}

function siteAddress(
  page: string,
  route: keyof typeof ROUTES,
  params?: Record<string, string | number>,
): string {
  return new URL(buildPath(ROUTES, route, params), page).href;
}

const ROUTES = /* @__PURE__ */ Object.assign({ show: SHOW_PAGE_PATH } as const, SHARE_ROUTES);

/** Null for an address without an https form, such as `data:`. */
function toHttps(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol === 'http:') url.protocol = 'https:';
  return url.protocol === 'https:' ? url.href : null;
}

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
