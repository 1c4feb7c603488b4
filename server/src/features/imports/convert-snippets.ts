import {
  type EmbedOptions,
  findShortcodes,
  iframeSnippet,
  parsePlayerQuery,
  scriptSnippet,
  shortcodeSnippet,
} from 'earshot/embed';
import { readEarshotAddress } from '../../platform/http/earshot-address.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';
import { keyOf } from '../former-addresses/former-addresses.ts';

/** A show or episode here, which a player of another host has played. */
export interface Played {
  /** `episode_id=7` or `show_id=3` */
  resource: string;
  title: string;
  link_url: string;
}

export interface Conversion {
  text: string;
  replaced: number;
  /** Players of known hosts whose episode is missing here. Lines count from 1. */
  unknown: { line: number; address: string }[];
}

export interface Target {
  /** Finds the episode of a player by its key. */
  find(key: string): Played | null;
  widgetUrl: string;
  productName: string;
  /** The former Earshot of shortcodes, which name no host: `https://old.example`. Without it, they stay. */
  formerUrl?: string | undefined;
}

/** A player in a text: its options, and the kind of snippet that replaces it. */
interface Found {
  address: string;
  options: EmbedOptions;
  kind: 'iframe' | 'script' | 'shortcode';
}

const SPREAKER = 'https://widget.spreaker.com';

/**
 * The attributes of a tag, up to the next tag of the same name: otherwise a text of many such tags takes quadratic time, because
 * the search from each of them would read all others.
 */
const attributesOf = (tag: string, most: number) => `(?:(?!<${tag}\\b)[^>]){0,${most}}`;

/** A tag with this text in its attributes, which are a group of the pattern. The text is found before the tag is read. */
const tagWith = (tag: string, text: string, most: number) =>
  `<${tag}\\b(?=${attributesOf(tag, most)}${text})(${attributesOf(tag, 2 * most)})>`;

// An element does not extend past a tag or bracket that it cannot contain, so that a broken page takes no longer.
const PLAYERS = new RegExp(
  [
    `<iframe\\b(${attributesOf('iframe', 4_000)})>(?:[^<]{0,1000}</iframe>)?`,
    `${tagWith('a', '\\b(?:spreaker|earshot)-player\\b', 4_000)}[^<]{0,1000}</a>(?:\\s{0,100}${tagWith('script', '(?:spreaker|widgets)', 1_000)}\\s{0,100}</script>)?`,
    '\\[(?:spreaker|earshot)\\b([^[\\]]{0,4000})\\]',
    `(?:<div\\b[^<>]{0,200}buzzsprout-player[^<>]{0,200}>\\s{0,100}</div>\\s{0,100})?${tagWith('script', 'buzzsprout\\.com/\\d', 2_000)}\\s{0,100}</script>`,
  ].join('|'),
  'gi',
);

/**
 * Replaces the players of other hosts in a page, a post or an export of a blog. A player becomes a snippet of the
 * same kind. Everything else stays identical.
 */
export function convertSnippets(text: string, target: Target): Conversion {
  let replaced = 0;
  const unknown: Conversion['unknown'] = [];
  const converted = text.replace(PLAYERS, (whole: string, ...parts: unknown[]) => {
    const found = readPlayer(whole, parts, target);
    const key = found && keyOf(found.address);
    if (!found || !key) return whole;
    const played = target.find(key);
    if (!played) {
      const at = parts.find((part) => typeof part === 'number') as number;
      unknown.push({ line: text.slice(0, at).split('\n').length, address: found.address });
      return whole;
    }
    replaced += 1;
    return write(found, played, target);
  });
  return { text: converted, replaced, unknown };
}

/** The keys of the players in a text. */
export function keysIn(text: string, target: Omit<Target, 'find'>): string[] {
  const keys: string[] = [];
  convertSnippets(text, {
    ...target,
    find(key) {
      keys.push(key);
      return null;
    },
  });
  return keys;
}

/** The player of another host in a match of `PLAYERS`. Null for a frame of something else, and for our own players. */
function readPlayer(
  whole: string,
  parts: unknown[],
  target: Pick<Target, 'widgetUrl' | 'formerUrl'>,
): Found | null {
  const [iframe, link, loader, shortcode, script] = parts as (string | undefined)[];
  const attributes = readAttributes(iframe ?? link ?? shortcode ?? script ?? '');
  if (iframe !== undefined || script !== undefined) {
    const size = { width: attributes.get('width'), height: attributes.get('height') };
    const address = attributes.get('src') || attributes.get('data-src') || '';
    const kind = iframe === undefined ? 'script' : 'iframe';
    return isOfOthers(address, target)
      ? { address, kind, options: optionsOf(address, size) }
      : null;
  }
  // Spreaker's option names are the same as ours.
  const query = new URLSearchParams(
    [...attributes].map(([name, value]) => [name.replace(/^data-/, ''), value]),
  );
  const host = /^[<[]\w*\s?[^>\]]*spreaker/i.test(whole)
    ? SPREAKER
    : (originOf(readAttributes(loader ?? '').get('src')) ??
      originOf(attributes.get('href')) ??
      target.formerUrl);
  const address = host ? `${host}/player?${query.get('resource') ?? ''}` : '';
  const kind = link === undefined ? 'shortcode' : 'script';
  return isOfOthers(address, target)
    ? { address, kind, options: optionsOf(`?${query}`, {}) }
    : null;
}

const originOf = (address = '') => parseUrl(address)?.origin;

/** True for a player that is not ours. Of another Earshot, pages in frames are no players. */
function isOfOthers(address: string, { widgetUrl }: Pick<Target, 'widgetUrl'>): boolean {
  const earshot = readEarshotAddress(address);
  if (earshot) return earshot.opens === 'player' && earshot.host !== new URL(widgetUrl).host;
  return address !== '';
}

/** Attributes of tags and shortcodes have the same syntax. */
function readAttributes(inner: string): ReadonlyMap<string, string> {
  const text = inner.replaceAll('[', '%5B').replaceAll(']', '%5D');
  const typed = text.replace(/\btype\s*=\s*(["'])?[\w-]*\1?/i, '');
  return findShortcodes(`[earshot ${typed}]`)[0]?.attributes ?? new Map();
}

function optionsOf(
  address: string,
  size: { width?: string | undefined; height?: string | undefined },
): EmbedOptions {
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  for (const [name, value] of Object.entries(size)) if (value) query.set(name, value);
  return parsePlayerQuery(String(query));
}

function write({ kind, options }: Found, played: Played, target: Target): string {
  const { widgetUrl, productName } = target;
  const { resource, title, link_url } = played;
  const source = { options: { ...options, resource }, title, link_url, widgetUrl, productName };
  if (kind === 'iframe') return iframeSnippet(source);
  return kind === 'script' ? scriptSnippet(source) : shortcodeSnippet(source);
}
