import { DEFAULT_HEIGHT, DEFAULT_WIDTH, type EmbedOptions, OPTION_NAMES } from './options.ts';
import { playerUrl } from './player-url.ts';

/** What a snippet needs to know of the thing it embeds. */
export interface EmbedSource {
  options: EmbedOptions;
  title: string;
  /** The page of the show or episode: where the link leads while there is no player. */
  link_url: string;
  widgetUrl: string;
  productName: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

/** The script snippet: a working link, and the loader. Well-formed as XML too. */
export function scriptSnippet({
  options,
  title,
  link_url,
  widgetUrl,
  productName,
}: EmbedSource): string {
  const data = pairs(options).map(([name, value]) => ` data-${name}="${escapeXml(value)}"`);
  return (
    `<a class="earshot-player" href="${escapeXml(link_url)}"${data.join('')}>` +
    `Listen to "${escapeXml(title).replaceAll('&quot;', '"')}" on ${escapeXml(productName)}.</a>` +
    `<script async="" src="${escapeXml(widgetUrl)}/widgets.js" charset="utf-8"></script>`
  );
}

/** The shortcode for blogging platforms. A value cannot hold its own quote or a bracket. */
export function shortcodeSnippet({ options }: Pick<EmbedSource, 'options'>): string {
  const attributes = pairs(options).map(
    ([name, value]) => ` ${name}="${value.replace(/["[\]]/g, encodeURIComponent)}"`,
  );
  return `[earshot type=player${attributes.join('')}]`;
}

export function iframeSnippet({ options, title, widgetUrl }: EmbedSource): string {
  const { width = DEFAULT_WIDTH, height = DEFAULT_HEIGHT } = options;
  return (
    `<iframe src="${escapeXml(playerUrl(widgetUrl, options))}" width="${width}" height="${height}"` +
    ` frameborder="0" allow="autoplay" title="${escapeXml(title)}"></iframe>`
  );
}

function pairs(options: EmbedOptions): [string, string][] {
  const whole: EmbedOptions = { width: DEFAULT_WIDTH, height: DEFAULT_HEIGHT, ...options };
  return OPTION_NAMES.flatMap((name): [string, string][] => {
    const value = whole[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
}
