import { clockSeconds } from '../../platform/podcasting/clock-seconds.ts';
import { parseFeedDate } from '../../platform/podcasting/feed-date.ts';
import { authorName } from '../../platform/text/author-name.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { plainLine } from '../../platform/text/plain-line.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import {
  attributeOf,
  childElements,
  textOf,
  type XmlElement,
} from '../../platform/xml/xml-element.ts';
import { createPicker, type ElementPicker } from './element-picker.ts';
import { type FeedItem, shortKey } from './feed.ts';
import { readFormerUrls } from './former-urls.ts';
import { readNotes, readTitles } from './original-words.ts';
import { type Channel, isYes, readLink } from './parse-channel.ts';
import {
  addressIn,
  addressOf,
  firstOf,
  hasOnly,
  readEpisodeFields,
  readSharedFields,
} from './podcast-fields.ts';
import { preserveElements } from './preserve-elements.ts';
import { toChapter } from './read-chapters.ts';

const DATE_SHOWN = 200; // characters
const OTHER_DATES = ['dc:date', 'atom:published', 'atom:updated'];

export const titleOf = (elements: readonly XmlElement[]): string =>
  readTitles(createPicker(elements)).title;

/**
 * Reads one item from its children, or returns the reason why it cannot be played.
 * @param seen the guids of earlier items
 */
export function readItem(
  elements: readonly XmlElement[],
  { seen, show }: { seen: Set<string>; show: Pick<Channel, 'explicit'> },
): FeedItem | string {
  const picker = createPicker(elements);
  const enclosure = chooseEnclosure(picker);
  if (typeof enclosure === 'string') return enclosure;
  const titles = readTitles(picker);
  const { title } = titles;
  const guid = readGuid(picker, { url: enclosure.url, title, seen });
  if (guid === null) return 'the feed lists it twice';
  const link = readLink(picker.take('link')).address;
  const explicit = picker.text('itunes:explicit');
  const { fraction: number, ...numbers } = readNumbers(picker);
  return {
    ...guid,
    title,
    ...readNotes(picker, titles, { content: picker.text('content:encoded'), number }),
    ...readDate(picker),
    enclosure,
    duration: positive(clockSeconds(picker.text('itunes:duration'))),
    ...numbers,
    episode_type: readType(picker.text('itunes:episodetype')),
    // If an episode has no such element, that of its show applies.
    explicit: explicit === '' ? show.explicit : isYes(explicit),
    blocked: isYes(picker.text('itunes:block')),
    image_url: readImage(picker),
    link_url: link,
    author: authorName(plainLine(picker.text('itunes:author'))) || null,
    ...readChapters(picker),
    ...readSharedFields(picker),
    ...readEpisodeFields(picker),
    former_urls: readFormerUrls(picker, { link, file: enclosure.url, opens: 'audio' }),
    ...preserveElements(picker.rest()),
  };
}

/** The date of RSS, else that of a namespace. */
function readDate(picker: ElementPicker) {
  const date_text = cleanLine(picker.text('pubdate'), DATE_SHOWN);
  let published_at = parseFeedDate(date_text);
  for (const name of OTHER_DATES) published_at ??= parseFeedDate(picker.text(name));
  return { published_at, date_text, assumed_date: null };
}

/** Returns the first enclosure that can be audio, or the reason why the item has no audio. */
function chooseEnclosure(picker: ElementPicker): FeedItem['enclosure'] | string {
  let reason = 'it has no audio';
  const chosen = firstOf(picker, 'enclosure', (element) => {
    const given = attributeOf(element, 'url')?.trim() ?? '';
    const url = addressOf(element, given) ?? given;
    const type = cleanLine(attributeOf(element, 'type'));
    const problem = url === '' ? null : problemOf(url, type);
    if (problem !== null && reason === 'it has no audio') reason = problem;
    return url === '' || problem !== null ? null : { element, url, type };
  });
  if (!chosen) return reason;
  const { element, url, type } = chosen;
  return { url, type, length: byteCount(Number(attributeOf(element, 'length') ?? '')) };
}

const AUDIO = /\.(mp3|m4a|m4b|aac|ogg|oga|opus|flac|wav|webm)$/i;
const VIDEO = /\.(mp4|m4v|mov|avi|mkv|wmv)$/i;
const PICTURE = /\.(jpe?g|png|gif|webp|avif|svg|heic|tiff?|bmp)$/i;
const DOCUMENT = /\.(pdf|epub|mobi|docx?|pptx?|xlsx?|odt|rtf|txt|zip)$/i;

/**
 * The reason why an enclosure cannot be audio, from its claimed type and its file name, else null. It applies even if
 * the file cannot be fetched, because listeners could not play it.
 */
function problemOf(url: string, type: string): string | null {
  const kind = type.toLowerCase();
  const path = url.replace(/[?#].*$/s, '');
  if (kind.startsWith('video/') || (kind === '' && VIDEO.test(path))) return 'it is a video';
  if (kind.startsWith('image/') || PICTURE.test(path)) return 'it is a picture';
  const isDocument = /^application\/(x-)?(pdf|epub|zip|msword|rtf|vnd\.)/.test(kind);
  // Hosts that do not know a type say that it is text.
  const isText = kind.startsWith('text/') && !AUDIO.test(path);
  if (isDocument || isText || DOCUMENT.test(path)) return 'it is a document';
  return null;
}

/**
 * Returns a guid that is unique in the feed. Feeds repeat, omit or leave guids empty: the same guid with the same
 * file is the same episode (null), with another file it is another one.
 */
function readGuid(
  picker: ElementPicker,
  { url, title, seen }: { url: string; title: string; seen: Set<string> },
) {
  const element = picker.take('guid').find((each) => textOf(each) !== '');
  const full = element ? textOf(element) : '';
  const named = shortKey(full);
  const candidates = (named ? [named, `${named}#${url}`] : [url, `${url}#${title}`]).map(shortKey);
  const guid = candidates.find((candidate) => !seen.has(candidate));
  if (named && seen.has(`${named} ${url}`)) return null;
  if (guid === undefined) return null;
  seen.add(guid).add(`${named} ${url}`);
  const original = full || url;
  const isPermalink = element && attributeOf(element, 'isPermaLink')?.toLowerCase() !== 'false';
  return {
    guid,
    long_guid: guid !== original && guid === shortKey(original) ? original : null,
    guid_is_permalink: Boolean(isPermalink) && guid === full && webAddress(full) !== null,
  };
}

/** Whole numbers, and a fraction of `podcast:episode`. An element with more attributes than ours is preserved. */
function readNumbers(picker: ElementPicker) {
  const season = firstOf(picker, 'podcast:season', (element) =>
    hasOnly(element, ['name']) ? toWholeNumber(element) : null,
  );
  const itunesSeason = firstOf(picker, 'itunes:season', toWholeNumber);
  const episode = firstOf(picker, 'podcast:episode', (element) =>
    hasOnly(element, ['display']) ? toEpisodeNumber(element) : null,
  );
  const itunesEpisode = firstOf(picker, 'itunes:episode', toWholeNumber);
  return {
    season: season?.number ?? itunesSeason?.number ?? null,
    season_name: season ? plainLine(attributeOf(season.element, 'name')) || null : null,
    episode_number: episode?.number ?? itunesEpisode?.number ?? null,
    episode_display: episode ? plainLine(attributeOf(episode.element, 'display')) || null : null,
    fraction: episode?.fraction ?? null,
  };
}

function toWholeNumber(element: XmlElement): { element: XmlElement; number: number } | null {
  const text = textOf(element);
  const number = Number(text);
  return /^\d{1,10}$/.test(text) && number < 2 ** 31 ? { element, number } : null;
}

function toEpisodeNumber(element: XmlElement) {
  const text = textOf(element);
  if (/^\d{1,9}\.\d{1,9}$/.test(text)) return { element, number: null, fraction: text };
  const whole = toWholeNumber(element);
  return whole && { ...whole, fraction: null };
}

function readType(text: string): FeedItem['episode_type'] {
  const type = text.toLowerCase();
  return type === 'trailer' || type === 'bonus' ? type : 'full';
}

function readImage(picker: ElementPicker): string | null {
  const urls = picker
    .take('itunes:image')
    .map((element) => addressOf(element, attributeOf(element, 'href') ?? textOf(element)));
  return urls.find((url) => url !== null) ?? null;
}

function readChapters(picker: ElementPicker): Pick<FeedItem, 'chapters' | 'chapters_url'> {
  const url = firstOf(picker, 'podcast:chapters', (element) =>
    hasOnly(element, ['url', 'type']) ? addressIn(element, 'url') : null,
  );
  const chapters = picker
    .take('psc:chapters')
    .flatMap(childElements)
    .filter(({ name }) => name.toLowerCase() === 'chapter')
    .map((element) =>
      toChapter({
        start: attributeOf(element, 'start'),
        title: attributeOf(element, 'title'),
        url: addressOf(element, attributeOf(element, 'href')),
        image: addressOf(element, attributeOf(element, 'image')),
      }),
    );
  return { chapters_url: url, chapters };
}

// Feeds contain fractions, words, and numbers that no column holds.
const byteCount = (value: number) => (value > 0 ? Math.min(Math.floor(value), 2 ** 50) : 0);
const positive = (value: number | null) => (value && value > 0 && value < 2 ** 31 ? value : 0);
