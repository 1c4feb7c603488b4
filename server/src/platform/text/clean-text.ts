import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { repairControls } from './windows-1252.ts';

const MAX_TITLE = 500;
const MAX_DEPTH = 200; // sanitize-html takes quadratic time on deep nesting; real show notes reach about 10

// Control characters, and those that reverse the direction of the text after them (Unicode TR 9).
const UNWANTED = /(?:(?![\u0080-\u009f])\p{Cc}|[\u202a-\u202e\u2066-\u2069])+/gu;

const CONTROLS = /(?:(?![\t\n\r\u0080-\u009f])\p{Cc})+/gu;

/** One line of plain text. Markup stays in it as text, and is escaped where the line is shown. */
export function cleanLine(text: string | undefined, maxLength = MAX_TITLE): string {
  const line = repairControls(text ?? '')
    .replace(UNWANTED, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.slice(0, maxLength);
}

class TooDeep extends Error {}

/** HTML for our pages: text and links, nothing that loads or runs. Very deep nesting leaves the text only. */
export function cleanHtml(html: string | undefined): string {
  const text = repairControls(html ?? '');
  return sanitize(isMarkedUp(text) ? text : text.trim().replace(/\n{2,}/g, '<br><br>'), PAGE);
}

/**
 * HTML for feeds, whose readers load pictures: the author's own markup without anything that runs. Plain text stays
 * plain text.
 */
export function cleanFeedHtml(html: string): string {
  const text = repairControls(html).replace(CONTROLS, '');
  return isMarkedUp(text) ? sanitize(text, FEED) : text.trim();
}

const isMarkedUp = (text: string) => /<[a-z!/]/i.test(text);

/** The data of a button that plays an episode on the site. */
const PLAYER_BUTTON = [
  'episode_id',
  'station_url',
  'playlist_url',
  'offset_start',
  'offset_end',
].map((name) => `data-${name}`);

/** Keeps a button that plays an episode. Of any other button only the text stays. */
function playerButton(_: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const isEpisode = /^[1-9]\d*$/.test(attribs['data-episode_id'] ?? '');
  const urls = [attribs['data-station_url'], attribs['data-playlist_url'] ?? '/'];
  const isSafe = urls.every((url) => /^(https?:\/\/|\/(?![/\\]))/i.test(url ?? ''));
  if (!isEpisode || !isSafe) return { tagName: 'span', attribs: {} };
  return { tagName: 'button', attribs: { ...attribs, type: 'button' } };
}

/** What stays of HTML. */
interface Kept extends Pick<sanitizeHtml.IOptions, 'allowedAttributes' | 'transformTags'> {
  allowedTags: readonly string[];
  /** Keeps the tags of ordinary text as well, as sanitize-html lists them. */
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
    'h3',
    'h4',
    'button',
  ],
  allowedAttributes: { a: ['href', 'rel'], button: ['type', ...PLAYER_BUTTON] },
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow noopener' } }),
    h1: 'h3',
    h2: 'h3',
    button: playerButton,
  },
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
    allowedSchemes: ['http', 'https', 'mailto'],
    onOpenTag() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new TooDeep();
    },
    onCloseTag() {
      depth -= 1;
    },
  }).trim();
}
