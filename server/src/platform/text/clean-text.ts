import sanitizeHtml from 'sanitize-html';
import { repairControls } from './windows-1252.ts';

const MAX_TITLE = 500;
const MAX_DEPTH = 200; // sanitize-html takes quadratic time on deep nesting; real show notes reach about 10

// Control characters, and those that reverse the direction of the text after them (Unicode TR 9).
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const UNWANTED = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]+/g;

/** One line of plain text. Markup stays in it as text, and is escaped where the line is shown. */
export function cleanLine(text: string | undefined): string {
  const line = repairControls(text ?? '')
    .replace(UNWANTED, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.slice(0, MAX_TITLE);
}

class TooDeep extends Error {}

/** HTML for our pages: text and links, nothing that loads or runs. Very deep nesting leaves the text only. */
export function cleanHtml(html: string | undefined): string {
  const text = repairControls(html ?? '');
  const marked = /<[a-z]/i.test(text) ? text : text.trim().replace(/\n{2,}/g, '<br><br>');
  try {
    return sanitize(marked);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return sanitize(marked.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;'));
  }
}

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

/** @throws TooDeep */
function sanitize(html: string): string {
  let depth = 0;
  return sanitizeHtml(html, {
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
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow noopener' }),
      h1: 'h3',
      h2: 'h3',
      button: playerButton,
    },
    onOpenTag() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new TooDeep();
    },
    onCloseTag() {
      depth -= 1;
    },
  }).trim();
}
