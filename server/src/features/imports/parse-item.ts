import { createHash } from 'node:crypto';
import type { parseRssFeed } from 'feedsmith';
import { cleanHtml, cleanLine } from '../../platform/text/clean-text.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { clockSeconds } from './clock-seconds.ts';
import type { FeedChapter, FeedItem } from './feed.ts';
import { parseFeedDate } from './feed-date.ts';
import { MAX_CHAPTERS } from './read-chapters.ts';

type ParsedItem = NonNullable<ReturnType<typeof parseRssFeed>['items']>[number];

interface Enclosure {
  url?: string;
  type?: string;
  length?: number;
}

export const titleOf = (raw: ParsedItem) =>
  cleanLine(raw.title) || cleanLine(raw.itunes?.title) || 'Untitled';

/** Reads one item, or returns the reason why it cannot be played. `seen` holds the guids of the items before. */
export function readItem(raw: ParsedItem, seen: Set<string>): FeedItem | string {
  const enclosures: Enclosure[] = (raw.enclosures ?? []).filter(({ url }: Enclosure) => url);
  const [first] = enclosures;
  if (!first) return 'it has no audio';
  const enclosure = enclosures.find((candidate) => problemOf(candidate) === null);
  if (!enclosure) return problemOf(first) ?? '';
  const url = enclosure.url?.trim() ?? '';
  const guid = distinctGuid(raw, url, seen);
  if (guid === null) return 'the feed lists it twice';
  const { itunes, podcast, psc } = raw;
  return {
    guid,
    title: titleOf(raw),
    description: cleanHtml(raw.content?.encoded || raw.description || itunes?.summary),
    published_at: parseFeedDate(raw.pubDate),
    enclosure: { url, type: cleanLine(enclosure.type), length: byteCount(enclosure.length) },
    duration: positive(itunes?.duration),
    season: wholeNumber(podcast?.season?.number ?? itunes?.season),
    episode_number: wholeNumber(podcast?.episode?.number ?? itunes?.episode),
    explicit: itunes?.explicit ?? false,
    image_url: webAddress(itunes?.image),
    chapters_url: webAddress(podcast?.chapters?.url),
    chapters: (psc?.chapters ?? []).flatMap(readChapter).slice(0, MAX_CHAPTERS),
  };
}

const AUDIO = /\.(mp3|m4a|m4b|aac|ogg|oga|opus|flac|wav|webm)$/i;
const VIDEO = /\.(mp4|m4v|mov|avi|mkv|wmv)$/i;
const PICTURE = /\.(jpe?g|png|gif|webp|avif|svg|heic|tiff?|bmp)$/i;
const DOCUMENT = /\.(pdf|epub|mobi|docx?|pptx?|xlsx?|odt|rtf|txt|zip)$/i;

/**
 * Why an enclosure cannot be audio, by its claimed type and by the name of its file, else null. This counts even
 * if the file cannot be fetched: no listener could play it.
 */
function problemOf({ type = '', url = '' }: Enclosure): string | null {
  const kind = type.trim().toLowerCase();
  const path = url.trim().replace(/[?#].*$/s, '');
  if (kind.startsWith('video/') || (kind === '' && VIDEO.test(path))) return 'it is a video';
  if (kind.startsWith('image/') || PICTURE.test(path)) return 'it is a picture';
  const isDocument = /^(text\/|application\/(pdf|epub|zip|msword|rtf|vnd\.))/.test(kind);
  if ((isDocument && !AUDIO.test(path)) || DOCUMENT.test(path)) return 'it is a document';
  return null;
}

/**
 * A guid that no item before has. Feeds repeat guids, leave them empty and leave them out: the same guid with the
 * same file is the same episode (null), with another file it is another one.
 */
function distinctGuid({ guid, title }: ParsedItem, url: string, seen: Set<string>): string | null {
  const named = shortKey(guid?.value?.trim() ?? '');
  const candidates = (named ? [named, `${named}#${url}`] : [url, `${url}#${title ?? ''}`]).map(
    shortKey,
  );
  const free = candidates.find((candidate) => !seen.has(candidate));
  if (named && seen.has(`${named} ${url}`)) return null;
  if (free === undefined) return null;
  seen.add(free).add(`${named} ${url}`);
  return free;
}

/** A key that fits into an index of PostgreSQL, which holds about 2,700 bytes. */
export function shortKey(text: string): string {
  return text.length <= 500 ? text : createHash('sha256').update(text).digest('hex');
}

interface PodloveChapter {
  start?: string;
  title?: string;
  href?: string;
  image?: string;
}

function readChapter({ start, title, href, image }: PodloveChapter): FeedChapter[] {
  const starts_at = clockSeconds(start ?? '');
  if (starts_at === null) return [];
  return [
    { starts_at, title: cleanLine(title), url: webAddress(href), image_url: webAddress(image) },
  ];
}

// Feeds claim fractions, words, and numbers that no column holds.
const byteCount = (value = 0) => (value > 0 ? Math.min(Math.floor(value), 2 ** 50) : 0);
const positive = (value: number | undefined) => (value && value > 0 && value < 2 ** 31 ? value : 0);
const wholeNumber = (value: number | undefined) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31 ? Number(value) : null;
