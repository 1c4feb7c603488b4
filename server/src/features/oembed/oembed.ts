import {
  type Episode,
  type EpisodeQuote,
  IMAGE_SIZES,
  jpegUrl,
  matchPath,
  PAGE_ROUTES,
  type Show,
  WIDGET_ROUTES,
} from 'earshot/contract';
import { type EmbedOptions, iframeSnippet, parsePlayerQuery } from 'earshot/embed';
import {
  EMBED_HEIGHT_DEFAULT_PLAIN_PX,
  EMBED_HEIGHT_DEFAULT_RICH_PX,
  EMBED_HEIGHT_MIN_PX,
  escapeHtml,
} from 'earshot/internal';
import {
  EMBED_WIDTH_NOMINAL_PX,
  OEMBED_CACHE_AGE_S,
  OEMBED_THUMBNAIL_MAX_PX,
} from 'earshot-site/contract';
import type { Config } from '../../config.ts';
import type { ReadDeps } from '../../feature.ts';
import { ID_MAX } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';
import { getEpisode, getEpisodeByPermalink } from '../episodes/episodes.ts';
import { findQuote } from '../quotes/quotes.ts';
import { getShow, getShowByPermalink } from '../shows/shows.ts';

/** An answer of https://oembed.com, 2.3.4. Sizes are CSS pixels. */
export interface OembedAnswer {
  version: '1.0';
  type: 'rich';
  title: string;
  author_name: string;
  author_url: string;
  provider_name: string;
  provider_url: string;
  /** Seconds. */
  cache_age: number;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
  html: string;
  width: number;
  height: number;
}

/** The available CSS pixels of the consumer. Null if unknown. */
export interface OembedBounds {
  maxWidth: number | null;
  maxHeight: number | null;
}

/** The show or episode of an address, and from its query the player options and the key of a private episode. */
export type Embeddable = { options: EmbedOptions; key: string | undefined } & (
  | { kind: 'episode'; userPermalink: string; permalink: string }
  | { kind: 'show'; permalink: string }
  | { kind: 'episode_id' | 'show_id'; id: number }
  | { kind: 'quote'; quoteId: string }
);

type Hosts = Pick<Config, 'siteUrl' | 'widgetUrl'>;

/** Reads the address of a page or player of this product, http or https. Null for all other addresses. */
export function readAddress(address: string, { siteUrl, widgetUrl }: Hosts): Embeddable | null {
  const url = parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const asked = {
    options: readOptions(url),
    key: url.searchParams.get('key') ?? undefined,
  };
  const playerPath = pathBelow(url, widgetUrl);
  if (playerPath && matchPath(WIDGET_ROUTES, playerPath)?.name === 'player')
    return readResource(asked);
  const page = matchPath(PAGE_ROUTES, pathBelow(url, siteUrl) ?? '');
  if (page?.name === 'show') return { kind: 'show', permalink: page.params.permalink, ...asked };
  if (page?.name === 'quote') return { kind: 'quote', quoteId: page.params.quote_id, ...asked };
  if (page?.name !== 'episode') return null;
  const { user_permalink, episode_permalink } = page.params;
  return { kind: 'episode', userPermalink: user_permalink, permalink: episode_permalink, ...asked };
}

/** The options of an address. The part in a fragment such as `#t=60,90` precedes that of the query. */
function readOptions({ search, hash }: URL): EmbedOptions {
  const query = new URLSearchParams(search);
  const [, from, to] = /^#t=(?:npt:)?([\d:.]*)(?:,([\d:.]+))?$/.exec(hash) ?? [];
  if (from || to) {
    query.delete('t-end');
    query.set('t', from || '0');
    if (to) query.set('t-end', to);
  }
  return parsePlayerQuery(`?${query}`);
}

function readResource(asked: Pick<Embeddable, 'options' | 'key'>): Embeddable | null {
  const [kind, text] = asked.options.resource?.split('=') ?? [];
  const id = Number(text);
  const isKind = kind === 'episode_id' || kind === 'show_id';
  return isKind && id <= ID_MAX ? { kind, id, ...asked } : null;
}

/** The path relative to `base`. Null if the address is not below it. */
function pathBelow(url: URL, base: string): string | null {
  const { host, pathname } = new URL(base);
  const root = pathname.replace(/\/$/, '');
  if (url.host !== host || !url.pathname.startsWith(`${root}/`)) return null;
  return tidy(url.pathname.slice(root.length));
}

/** The path with single slashes and canonical encoding. Null if no page can have it. */
function tidy(path: string): string | null {
  try {
    const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
    // No permalink has a null character, and the database refuses it.
    if (parts.some((part) => part.includes('\0'))) return null;
    return `/${parts.map(encodeURIComponent).join('/')}`;
  } catch {
    return null; // a lone percent sign
  }
}

/**
 * Null if the episode or show is unknown, or if the show has no episode.
 * @throws AppError NOT_SIGNED_IN for a private episode (oembed.com, 2.3.5), because embedding would publish its key
 */
export async function answerOembed(
  wanted: Embeddable,
  bounds: OembedBounds,
  deps: ReadDeps,
): Promise<OembedAnswer | null> {
  const quote = wanted.kind === 'quote' ? await findQuote(deps, wanted.quoteId) : null;
  const episode = quote
    ? await getEpisode(deps, quote.episode_id)
    : await findEpisode(wanted, deps);
  const show = episode ? await getShow(deps, episode.show_id) : await findShow(wanted, deps);
  if (episode?.state === 'private') throw new Refusal('NOT_SIGNED_IN', 'private_embed');
  if (!show || (!episode && show.episode_count === 0)) return null;
  const item = episode ?? show;
  const shown = quote ? { ...item, ...shownAs(quote, item.title) } : item;
  const options = {
    ...optionsFor(item, wanted.options),
    ...(quote ? { quote: quote.quote_id } : {}),
  };
  return {
    version: '1.0',
    type: 'rich',
    title: shown.title,
    author_name: show.author,
    author_url: show.site_url,
    provider_name: deps.config.productName,
    provider_url: `${deps.config.siteUrl}/`,
    cache_age: OEMBED_CACHE_AGE_S,
    ...thumbnail(item.image_url, bounds),
    ...frame({ item: shown, options, bounds, config: deps.config }),
  };
}

const TITLE_CHARACTERS = 120;

/** The player of a quote has its words as title, and links to its page. */
function shownAs({ text, site_url }: EpisodeQuote, title: string) {
  if (text === null) return { title, site_url };
  const characters = [...text]; // code points: half of a surrogate pair makes JSON that PHP refuses
  const words =
    characters.length > TITLE_CHARACTERS
      ? `${characters.slice(0, TITLE_CHARACTERS).join('')}…`
      : text;
  return { title: `“${words}” – ${title}`, site_url };
}

async function findEpisode(wanted: Embeddable, deps: ReadDeps): Promise<Episode | null> {
  if (wanted.kind === 'episode') return getEpisodeByPermalink(deps, wanted, { key: wanted.key });
  return wanted.kind === 'episode_id' ? getEpisode(deps, wanted.id, { key: wanted.key }) : null;
}

async function findShow(wanted: Embeddable, deps: ReadDeps): Promise<Show | null> {
  if (wanted.kind === 'show') return getShowByPermalink(deps, wanted.permalink);
  return wanted.kind === 'show_id' ? getShow(deps, wanted.id) : null;
}

/** An episode plays alone and a show plays with its list, unless the address says otherwise. */
function optionsFor(item: Episode | Show, asked: EmbedOptions): EmbedOptions {
  const isEpisode = 'episode_id' in item;
  const resource = isEpisode ? `episode_id=${item.episode_id}` : `show_id=${item.show_id}`;
  return { playlist: isEpisode ? 'false' : 'show', ...asked, resource };
}

interface FrameOf {
  item: Episode | Show;
  options: EmbedOptions;
  bounds: OembedBounds;
  config: Config;
}

/**
 * From this `maxwidth` on, the player is as wide as its container. WordPress sends 500 for a column of text if its
 * theme has no width, and on a phone the same column is narrower. A smaller `maxwidth` is used unchanged.
 */
const COLUMN_FROM_PX = 500;

function frame({ item, options, bounds, config }: FrameOf) {
  const isRich = options.playlist === 'show' || options.cover !== undefined;
  const tall = isRich ? EMBED_HEIGHT_DEFAULT_RICH_PX : EMBED_HEIGHT_DEFAULT_PLAIN_PX;
  const width = bounded(pixels(options.width) ?? EMBED_WIDTH_NOMINAL_PX, bounds.maxWidth);
  const wanted = Math.max(pixels(options.height) ?? tall, EMBED_HEIGHT_MIN_PX);
  const height = bounded(wanted, bounds.maxHeight);
  const isColumn = bounds.maxWidth === null || bounds.maxWidth >= COLUMN_FROM_PX;
  const isFluid = isColumn && pixels(options.width) === null;
  const html = iframeSnippet({
    options: {
      ...options,
      width: isFluid ? (options.width ?? '100%') : `${width}px`,
      height: `${height}px`,
    },
    title: item.title,
    link_url: item.site_url,
    widgetUrl: config.widgetUrl,
    productName: config.productName,
  });
  return { html, width, height };
}

const pixels = (size: string | undefined) =>
  size?.endsWith('px') ? Number.parseInt(size, 10) : null;
const bounded = (size: number, max: number | null) => (max === null ? size : Math.min(size, max));

/** The largest square preset within the bounds. They apply to pictures too (oembed.com, 2.2). */
function thumbnail(url: string | null, { maxWidth, maxHeight }: OembedBounds) {
  const max = bounded(bounded(OEMBED_THUMBNAIL_MAX_PX, maxWidth), maxHeight);
  const size = IMAGE_SIZES.findLast((preset) => preset <= max);
  if (!url || !size) return {};
  return { thumbnail_url: jpegUrl(url, size), thumbnail_width: size, thumbnail_height: size };
}

// Characters that an XML document must not contain, not even as references (XML 1.0, 2.2).
const NOT_IN_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** The same answer as XML (oembed.com, 2.3.2). */
export function toXml(answer: OembedAnswer): string {
  const fields = Object.entries(answer).map(([name, value]) => {
    const text = String(value).replace(NOT_IN_XML, '');
    return `<${name}>${escapeHtml(text)}</${name}>`;
  });
  const head = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>';
  return `${head}\n<oembed>\n${fields.join('\n')}\n</oembed>\n`;
}
