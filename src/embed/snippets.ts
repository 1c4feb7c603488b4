import { escapeHtml } from '../contract/html.ts';
import { LOADER_PATH } from '../contract/single-paths.ts';
import {
  colorScheme,
  DEFAULT_HEIGHT,
  DEFAULT_WIDTH,
  type EmbedOptions,
  OPTION_NAMES,
} from './option-table.ts';
import { readOptions } from './options.ts';
import { playerUrl } from './player-url.ts';
import { protectEntities } from './shortcode.ts';

/** The source data of a snippet. */
export interface EmbedSource {
  options: EmbedOptions;
  title: string;
  /** The page of the show or episode, to which the link leads while there is no player. */
  link_url: string;
  widgetUrl: string;
  productName: string;
  /** The page loads no player before a click. Script snippets only. */
  loadOnClick?: boolean;
  /**
   * The code keeps the player's place until the script arrives, so that nothing moves. Script snippets only. The height is
   * a style of an element around the link: WordPress keeps that in an author's post, but not `display` on the link.
   * A policy without `unsafe-inline` ignores it, and the place is not kept.
   */
  holdsPlace?: boolean;
  /** The content of the page before that click; without it, the link's text. */
  facade?: FacadeSource;
}

export interface FacadeSource {
  show: string;
  /** Seconds. */
  duration: number | null;
  /** A picture of WIDGET_URL. */
  image: string | null;
}

/** The script snippet: a working link, and the loader. Well-formed as XML too. */
export function scriptSnippet({
  options,
  title,
  link_url,
  widgetUrl,
  productName,
  loadOnClick,
  facade,
  holdsPlace,
}: EmbedSource): string {
  const all = [...pairs(options), ...(loadOnClick ? facadePairs(title, facade) : [])];
  const data = all.map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  const code =
    `<a class="earshot-player" href="${escapeHtml(link_url)}"${data.join('')}>` +
    `Listen to "${escapeHtml(title).replaceAll('&quot;', '"')}" on ${escapeHtml(productName)}.</a>` +
    `<script async="" src="${escapeHtml(widgetUrl)}${LOADER_PATH}" charset="utf-8"></script>`;
  return holdsPlace ? `<div style="min-height:${complete(options).height}">${code}</div>` : code;
}

function facadePairs(title: string, facade?: FacadeSource): [string, string][] {
  const { show, duration, image } = facade ?? {};
  const given = facade && { title, show, duration: duration && Math.round(duration), image };
  const known = Object.entries(given ?? {}).filter(([, value]) => value);
  return [['load', 'click'], ...known.map(([name, value]): [string, string] => [name, `${value}`])];
}

/** The shortcode for blogging platforms. No option's value contains a quote or a bracket (`readOptions`). */
export function shortcodeSnippet({ options }: Pick<EmbedSource, 'options'>): string {
  const attributes = pairs(options).map(([name, value]) => ` ${name}="${protectEntities(value)}"`);
  return `[earshot type=player${attributes.join('')}]`;
}

/** The height is also a style, because many themes set `iframe { height: auto }`, which overrides the attribute. */
export function iframeSnippet({ options, title, widgetUrl }: EmbedSource): string {
  const whole = complete(options);
  const { width, height } = whole;
  return (
    `<iframe src="${escapeHtml(playerUrl(widgetUrl, whole))}" width="${width}" height="${height}"` +
    ` frameborder="0" allow="autoplay" style="color-scheme:${colorScheme(whole)};height:${height}" title="${escapeHtml(title)}"></iframe>`
  );
}

export const SNIPPETS = {
  script: scriptSnippet,
  shortcode: shortcodeSnippet,
  iframe: iframeSnippet,
} as const;
export type SnippetKind = keyof typeof SNIPPETS;

/** The valid options, with a size. Values that readers would reject are dropped. */
function complete(options: EmbedOptions): EmbedOptions {
  return {
    width: DEFAULT_WIDTH,
    height: DEFAULT_HEIGHT,
    ...readOptions((name) => (options[name] === undefined ? null : String(options[name]))),
  };
}

function pairs(options: EmbedOptions): [string, string][] {
  const whole = complete(options);
  return OPTION_NAMES.flatMap((name): [string, string][] => {
    const value = whole[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
}
