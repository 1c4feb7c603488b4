import {
  type EmbedOptions,
  findShortcodes,
  iframeSnippet,
  parsePlayerQuery,
  scriptSnippet,
  shortcodeSnippet,
} from 'earshot/embed';
import { playerKey } from './old-players.ts';

/** An imported episode that a player of another host played. */
export interface PlayedEpisode {
  episode_id: number;
  title: string;
  link_url: string;
}

export interface Conversion {
  text: string;
  replaced: number;
  /** Players of known hosts whose episode is missing here. Lines count from 1. */
  unknown: { line: number; address: string }[];
}

interface Target {
  /** Finds the episode of a player by its `playerKey`. */
  find(key: string): PlayedEpisode | null;
  widgetUrl: string;
  productName: string;
}

/** A player in a text: its options, and the kind of snippet that replaces it. */
interface Found {
  address: string;
  options: EmbedOptions;
  kind: 'iframe' | 'script' | 'shortcode';
}

const SPREAKER = 'https://widget.spreaker.com/player?';

// An element does not extend past a tag or bracket that it cannot contain, so that a broken page takes no longer.
const PLAYERS =
  /<iframe\b([^>]{0,4000})>(?:[^<]{0,1000}<\/iframe>)?|<a\b([^>]{0,4000}\bspreaker-player\b[^>]{0,4000})>[^<]{0,1000}<\/a>(?:\s{0,100}<script\b[^>]{0,1000}spreaker[^>]{0,1000}>\s{0,100}<\/script>)?|\[spreaker\b([^[\]]{0,4000})\]|(?:<div\b[^>]{0,200}buzzsprout-player[^>]{0,200}>\s{0,100}<\/div>\s{0,100})?<script\b([^>]{0,2000}buzzsprout\.com\/\d[^>]{0,2000})>\s{0,100}<\/script>/gi;

/**
 * Replaces the players of other hosts in a page, a post or an export of a blog. A player becomes a snippet of the
 * same kind. Everything else stays identical.
 */
export function convertSnippets(text: string, target: Target): Conversion {
  let replaced = 0;
  const unknown: Conversion['unknown'] = [];
  const converted = text.replace(PLAYERS, (whole, ...parts: unknown[]) => {
    const [iframe, link, shortcode, script] = parts as (string | undefined)[];
    const found = readPlayer({ iframe, link, shortcode, script });
    const key = found && playerKey(found.address);
    if (!found || !key) return whole;
    const episode = target.find(key);
    if (!episode) {
      const at = parts.find((part) => typeof part === 'number') as number;
      unknown.push({ line: text.slice(0, at).split('\n').length, address: found.address });
      return whole;
    }
    replaced += 1;
    return write(found, episode, target);
  });
  return { text: converted, replaced, unknown };
}

type Parts = Record<'iframe' | 'link' | 'shortcode' | 'script', string | undefined>;

function readPlayer({ iframe, link, shortcode, script }: Parts): Found | null {
  const attributes = readAttributes(iframe ?? link ?? shortcode ?? script ?? '');
  const size = { width: attributes.get('width'), height: attributes.get('height') };
  if (iframe !== undefined || script !== undefined) {
    const address = attributes.get('src') || attributes.get('data-src') || '';
    const kind = iframe === undefined ? 'script' : 'iframe';
    return address ? { address, kind, options: optionsOf(address, size) } : null;
  }
  // Spreaker's option names are the same as ours.
  const query = new URLSearchParams(
    [...attributes].map(([name, value]) => [name.replace(/^data-/, ''), value]),
  );
  const resource = query.get('resource') ?? '';
  const kind = link === undefined ? 'shortcode' : 'script';
  return { address: SPREAKER + resource, kind, options: optionsOf(`?${query}`, {}) };
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

function write({ kind, options }: Found, episode: PlayedEpisode, target: Target): string {
  const { widgetUrl, productName } = target;
  const { title, link_url } = episode;
  const whole = { ...options, resource: `episode_id=${episode.episode_id}` };
  const source = { options: whole, title, link_url, widgetUrl, productName };
  if (kind === 'iframe') return iframeSnippet(source);
  return kind === 'script' ? scriptSnippet(source) : shortcodeSnippet(source);
}
