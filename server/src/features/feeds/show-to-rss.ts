import { buildPath, SITE_ROUTES, WIDGET_ROUTES } from 'earshot/contract';
import type { Config } from '../../config.ts';
import type { CategoryNode } from '../../platform/database/feed-columns.ts';
import type { RssChannel, WithExtra } from '../../platform/podcasting/write-rss.ts';
import { shownAuthor } from '../../platform/text/author-name.ts';
import { escapeAttribute } from '../../platform/xml/escape-xml.ts';
import { feedImageAddress } from '../media/media.ts';
import { notesOf, replaceAddress, titleOf } from './original-words.ts';
import { ownDescription } from './own-notes.ts';
import type { Audience, ShowRow } from './repository.ts';

export type FeedConfig = Pick<
  Config,
  'siteUrl' | 'widgetUrl' | 'mediaUrl' | 'productName' | 'websubHub' | 'numbersPrefix'
>;

export const FEED_TYPE = 'application/rss+xml';

/** The permanent address of a show's feed. It contains the id, because a permalink can change. */
export function feedAddress(showId: number, { siteUrl }: Pick<Config, 'siteUrl'>): string {
  return siteUrl + buildPath(SITE_ROUTES, 'show_feed', { show_id: showId });
}

/** The same for one subscriber. The token is readable only in this address. */
export function privateFeedAddress(showId: number, token: string, config: Pick<Config, 'siteUrl'>) {
  return `${feedAddress(showId, config)}?token=${token}`;
}

export interface ChannelOptions {
  /** The date of the newest episode. */
  newest: Date | null;
  /**
   * The feed of a subscriber must not be listed in directories, and that of an archive is not cut to the limits of
   * directories.
   */
  audience: Audience;
}

/** The channel of a show's feed. */
export function showToRss(
  show: ShowRow,
  config: FeedConfig,
  { newest, audience }: ChannelOptions,
): WithExtra<RssChannel> {
  const isPrivate = audience === 'subscribers';
  const { title } = show;
  const cover = feedImageAddress(show, config.mediaUrl);
  const image = cover ?? show.image_source_url;
  const page = config.siteUrl + buildPath(SITE_ROUTES, 'show', { permalink: show.permalink });
  const link = show.link_url ?? page;
  const notes = notesOf(show);
  const isOwn = show.feed_key === null;
  const ownWords = audience === 'archive' ? show.description : ownDescription(show.description);
  const fields: RssChannel = {
    title,
    link,
    description: (isOwn ? ownWords : notes.description) || show.description || title,
    language: show.language,
    ...optional('copyright', show.copyright),
    ...optional('pubDate', newest),
    generator: config.productName,
    ...(image ? { image: { url: image, title, link } } : {}),
    atom: { links: isPrivate ? [] : linksOf(show.show_id, config) },
    itunes: {
      ...optional('image', image),
      categories: categoriesOf(show).map(({ text, categories }) => ({
        text,
        categories: categories.map((name) => ({ text: name })),
      })),
      explicit: show.explicit,
      author: shownAuthor(show.author, title),
      ...optional('title', titleOf(show)),
      ...optional('type', show.itunes_type),
      ...optional('newFeedUrl', isPrivate ? null : show.new_feed_url),
      ...(show.blocked || isPrivate ? { block: true } : {}),
      ...(show.complete ? { complete: true } : {}),
      ...optional('summary', notes.summary),
      ...optional('subtitle', show.subtitle),
      keywords: show.keywords,
      ...ownerOf(show),
    },
    podcast: podcastFields(show),
  };
  const kept = replaceAddress(show.extra_xml, show.image_source_url, cover);
  const own = addressElements(`show_id=${show.show_id}`, show.link_url && page, config);
  return { fields, extraXml: isPrivate ? kept : kept + own };
}

/**
 * Names a player (Media RSS), and a page that is not the link already. An import at another Earshot keeps both, so that they
 * are found there.
 */
export function addressElements(
  resource: string,
  page: string | null,
  { widgetUrl }: Pick<FeedConfig, 'widgetUrl'>,
): string {
  const player = escapeAttribute(`${widgetUrl}${WIDGET_ROUTES.player}?${resource}`);
  const link =
    page && `<atom:link rel="alternate" type="text/html" href="${escapeAttribute(page)}"/>`;
  return `<media:player url="${player}"/>${link ?? ''}`;
}

/** The field, if it has a value. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | null,
): { [Key in Name]?: Value } {
  return value === null || value === '' ? {} : ({ [name]: value } as { [Key in Name]: Value });
}

function linksOf(showId: number, config: FeedConfig) {
  const self = { href: feedAddress(showId, config), rel: 'self', type: FEED_TYPE };
  return config.websubHub === null ? [self] : [self, { href: config.websubHub, rel: 'hub' }];
}

/** The imported tree, until the categories are edited. */
function categoriesOf({ categories, category_tree }: ShowRow): CategoryNode[] {
  const names = new Set(category_tree.flatMap((node) => [node.text, ...node.categories]));
  const isSame = names.size === categories.length && categories.every((name) => names.has(name));
  return isSame ? category_tree : categories.map((text) => ({ text, categories: [] }));
}

function ownerOf({ owner_name, owner_email }: ShowRow) {
  const owner = { ...optional('name', owner_name), ...optional('email', owner_email) };
  return Object.keys(owner).length > 0 ? { owner } : {};
}

function podcastFields(show: ShowRow): NonNullable<RssChannel['podcast']> {
  const { locked, locked_owner } = show;
  return {
    ...optional('guid', show.guid),
    ...(locked === null ? {} : { locked: { value: locked, ...optional('owner', locked_owner) } }),
    ...optional('medium', show.medium),
    fundings: show.funding.map(({ url, text }) => ({ url, display: text })),
    ...sharedFields(show),
    trailers: show.trailers.map(({ title, url, published_at, length, type, season }) => ({
      display: title,
      url,
      pubDate: new Date(published_at),
      ...optional('length', length),
      ...optional('type', type),
      ...optional('season', season),
    })),
    ...(show.podroll.length > 0
      ? { podroll: { remoteItems: show.podroll.map(toRemoteItem) } }
      : {}),
  };
}

function toRemoteItem(entry: ShowRow['podroll'][number]) {
  return {
    feedGuid: entry.feed_guid,
    ...optional('feedUrl', entry.feed_url),
    ...optional('itemGuid', entry.item_guid),
    ...optional('medium', entry.medium),
    ...optional('title', entry.title),
  };
}

/** The fields of `podcast:` that shows and episodes share. */
export function sharedFields(row: Pick<ShowRow, 'persons' | 'locations' | 'license' | 'txt'>) {
  const { license } = row;
  return {
    persons: row.persons.map(({ name, role, group, img, href }) => ({
      display: name,
      ...optional('role', role),
      ...optional('group', group),
      ...optional('img', img),
      ...optional('href', href),
    })),
    locations: row.locations.map(({ name, rel, geo, osm, country }) => ({
      display: name,
      ...optional('rel', rel),
      ...optional('geo', geo),
      ...optional('osm', osm),
      ...optional('country', country),
    })),
    ...(license ? { license: { display: license.name, ...optional('url', license.url) } } : {}),
    txts: row.txt.map(({ text, purpose }) => ({ display: text, ...optional('purpose', purpose) })),
  };
}
