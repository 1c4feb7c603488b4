import { createRequire } from 'node:module';
import { isMarkedUp } from 'earshot/contract';
import { decodeHTML } from 'entities';
import type sanitizeHtml from 'sanitize-html';
import { parseUrl } from './parse-url.ts';
import { repairControls } from './windows-1252.ts';

const MAX_TITLE = 500;
const MAX_DEPTH = 200; // sanitize-html takes quadratic time on deep nesting; real show notes reach about 10

// Control characters, and those that reverse the direction of the text after them (Unicode TR 9).
const UNWANTED = /(?:(?![\u0080-\u009f])\p{Cc}|[\u202a-\u202e\u2066-\u2069])+/gu;

/** The first half of a character that was cut. */
const HALF_AT_END = /[\ud800-\udbff]$/;

const CONTROLS = /(?:(?![\t\n\r\u0080-\u009f])\p{Cc})+/gu;

/** One line of plain text. Markup stays as text, and is escaped where the line is shown. */
export function cleanLine(text: string | undefined, maxLength = MAX_TITLE): string {
  const line = repairControls(text ?? '')
    .replace(UNWANTED, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.slice(0, maxLength).replace(HALF_AT_END, '');
}

class TooDeep extends Error {}

/**
 * HTML for our pages: text, links and pictures, without scripts. Very deep nesting leaves only the text. Pictures
 * keep the author's address: `note-pictures` replaces it where pages show them. Plain text is escaped and keeps its
 * lines: `notesHtml` makes paragraphs of them where it is shown.
 */
export function cleanHtml(html: string | undefined): string {
  const text = repairControls(html ?? '');
  if (!isMarkedUp(text) || !ELEMENT.test(text))
    return sanitize(toLines(text).replaceAll('<', '&lt;'), PAGE);
  return sanitize(text, { ...PAGE, transformTags: { ...PAGE.transformTags, ...demote(text) } });
}

/** Elements of HTML, also obsolete ones. A text such as `List<String>` has none, and is no markup. */
const ELEMENT = new RegExp(
  `<(?:!--|/?(?:${[
    'a|abbr|acronym|address|applet|area|article|aside|audio|b|base|bdi|bdo|big|blink|blockquote|body|br|button|canvas|caption',
    'center|cite|code|col|colgroup|data|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer',
    'form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|marquee',
    'math|menu|meta|meter|nav|nobr|noscript|object|ol|optgroup|option|output|p|param|picture|pre|progress|q|rp|rt|ruby|s|samp',
    'script|search|section|select|slot|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea',
    'tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr|xmp',
  ].join('|')})[\\s/>])`,
  'i',
);

/** Forms send CRLF. */
const toLines = (text: string) => text.replace(/\r\n?|[\u2028\u2029]/g, '\n');

const HIGHEST = 3; // the page has a title and sections above the notes

/** Moves headings below those of the page, in order and without gaps: h1 and h4 become h3 and h4. */
function demote(html: string): Record<string, string> {
  const levels = new Set([...html.matchAll(/<h([1-6])[\s>/]/gi)].map(([, level]) => Number(level)));
  const ranks = [...levels].sort((a, b) => a - b);
  return Object.fromEntries(
    ranks.map((level, rank) => [`h${level}`, `h${Math.min(6, HIGHEST + rank)}`]),
  );
}

/**
 * HTML for feeds, whose readers load pictures: the author's own markup without scripts. Plain text stays plain text.
 */
export function cleanFeedHtml(html: string): string {
  const text = repairControls(html).replace(CONTROLS, '');
  return /<[a-z!/]/i.test(text) ? sanitize(text, FEED) : text.trim();
}

const LINE_END = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/cite)\b[^<>]*>/gi;

/** The text of an HTML document, with its lines. */
export function plainTextOf(html: string): string {
  const body = html.replace(/^.*?<\/head\s*>/is, '').replace(LINE_END, '\n$&');
  return decodeHTML(sanitize(body, { allowedTags: [], allowedAttributes: {} }));
}

/** The data of a button that plays an episode on the site. */
const PLAYER_BUTTON = [
  'episode_id',
  'station_url',
  'playlist_url',
  'offset_start',
  'offset_end',
].map((name) => `data-${name}`);

/** Keeps a button that plays an episode. Other buttons are reduced to their text. */
function playerButton(_: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const isEpisode = /^[1-9]\d*$/.test(attribs['data-episode_id'] ?? '');
  const urls = [attribs['data-station_url'], attribs['data-playlist_url'] ?? '/'];
  const isSafe = urls.every((url) => /^(https?:\/\/|\/(?![/\\]))/i.test(url ?? ''));
  if (!isEpisode || !isSafe) return { tagName: 'span', attribs: {} };
  return { tagName: 'button', attribs: { ...attribs, type: 'button' } };
}

const SCHEMES = ['http', 'https', 'mailto'];

/** A link that leads nowhere here is reduced to its text. */
function link(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { href } = attribs;
  const [, scheme] = /^([a-z][^/?#]*?):/i.exec(href?.replace(/[\0-\x20]+/g, '') ?? '') ?? [];
  if (href === undefined || (scheme && !SCHEMES.includes(scheme.toLowerCase()))) {
    return { tagName: 'span', attribs: {} };
  }
  return { tagName, attribs: { ...attribs, rel: 'nofollow noopener' } };
}

const TRACKER_SIDE_MAX = 2; // pixels: a picture of this size only counts readers
const HIDDEN = /display\s*:\s*none|(?:^|[\s;])(?:width|height)\s*:\s*[0-2](?:px)?\s*(?:;|$)/i;
const PICTURE_URL_MAX = 2000;

/**
 * Keeps a web picture with its size. Tracking pictures and those without an address lose their attributes, and are
 * then removed. `data-original` is the address of a picture that we have sent.
 */
function picture(_: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { alt = '', style = '', 'data-original': original } = attribs;
  const src = (original ?? attribs.src ?? '').trim();
  const sides = [sideOf(attribs.width), sideOf(attribs.height)] as const;
  const isTracker = sides.some((side) => side !== null && side <= TRACKER_SIDE_MAX);
  if (!isWebAddress(src) || isTracker || HIDDEN.test(style)) return { tagName: 'img', attribs: {} };
  const [width, height] = sides;
  return {
    tagName: 'img',
    attribs: {
      src,
      alt,
      ...(width !== null && { width: String(width) }),
      ...(height !== null && { height: String(height) }),
    },
  };
}

const isWebAddress = (url: string) =>
  /^https?:\/\//i.test(url) && url.length <= PICTURE_URL_MAX && parseUrl(url) !== null;

/** Null if it is not a number of pixels. */
function sideOf(text = ''): number | null {
  const [, pixels] = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/i.exec(text) ?? [];
  return pixels === undefined ? null : Number(pixels);
}

/** The parts of HTML to keep. */
interface Kept
  extends Pick<sanitizeHtml.IOptions, 'allowedAttributes' | 'transformTags' | 'exclusiveFilter'> {
  allowedTags: readonly string[];
  /** Also keeps the tags of ordinary text in sanitize-html's list. */
  keepsOrdinary?: boolean;
}

const PAGE: Kept = {
  allowedTags: [
    'p',
    'br',
    'a',
    'b',
    'strong',
    'i',
    'em',
    'ul',
    'ol',
    'li',
    'blockquote',
    'code',
    'pre',
    'hr',
    'h3',
    'h4',
    'h5',
    'h6',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'img',
    'button',
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
    button: ['type', ...PLAYER_BUTTON],
  },
  transformTags: {
    a: link,
    button: playerButton,
    img: picture,
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
};

const FEED: Kept = {
  keepsOrdinary: true,
  allowedTags: ['img', 'del', 'ins', 'details', 'summary', 'audio', 'video', 'source'],
  allowedAttributes: {
    '*': ['title', 'lang', 'dir'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    audio: ['src', 'controls'],
    video: ['src', 'controls', 'poster', 'width', 'height'],
    source: ['src', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    ol: ['start', 'type'],
    blockquote: ['cite'],
    time: ['datetime'],
  },
};

function sanitize(html: string, kept: Kept): string {
  try {
    return sanitizeShallow(html, kept);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return sanitizeShallow(html.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;'), kept);
  }
}

const require = createRequire(import.meta.url);

/** @throws TooDeep */
function sanitizeShallow(html: string, { keepsOrdinary, allowedTags, ...kept }: Kept): string {
  let depth = 0;
  const sanitize: typeof sanitizeHtml = require('sanitize-html'); // takes 6 MB, and most processes only read
  return sanitize(html, {
    ...kept,
    allowedTags: [...(keepsOrdinary ? sanitize.defaults.allowedTags : []), ...allowedTags],
    allowedSchemes: SCHEMES,
    onOpenTag() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new TooDeep();
    },
    onCloseTag() {
      depth -= 1;
    },
  }).trim();
}
