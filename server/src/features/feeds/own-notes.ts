import { isMarkedUp } from 'earshot/contract';
import { notesHtml } from '../../platform/text/notes-html.ts';
import type { Notes } from './original-words.ts';

const DESCRIPTION_BYTES = 4_000; // the limit of Apple Podcasts

/**
 * The notes of an author of this host: short HTML that every directory accepts, and the full text for apps that show
 * more.
 */
export function ownNotes(notes: string): Notes {
  const content = isMarkedUp(notes) ? notes : null;
  return { description: ownDescription(notes), content, summary: null };
}

/** HTML with the elements that Apple Podcasts shows. Longer notes become one truncated paragraph. */
export function ownDescription(notes: string): string {
  const html = notesHtml(notes);
  const short = html.replace(TAG, toShortTag);
  if (Buffer.byteLength(short) <= DESCRIPTION_BYTES) return short;
  return cutAtWord(toLine(html), DESCRIPTION_BYTES);
}

/** Stored notes are clean: each tag is well-formed, and `<` occurs only in tags. */
const TAG = /<(\/?)(\w+)([^>]*)>/g;
const KEPT = new Set(['p', 'br', 'a', 'ul', 'ol', 'li']);
const PARAGRAPHS = new Set(['h3', 'h4', 'blockquote', 'caption', 'tr']);
const CELLS = new Set(['td', 'th']);

function toShortTag(_: string, slash: string, name: string, attributes: string): string {
  if (PARAGRAPHS.has(name)) return `<${slash}p>`;
  if (slash && CELLS.has(name)) return ' ';
  if (!KEPT.has(name)) return '';
  if (name === 'br') return '<br />';
  const href = name === 'a' ? (/ href="[^"]*"/.exec(attributes)?.[0] ?? '') : '';
  return `<${slash}${name}${href}>`;
}

/** The text of the notes in one line, escaped as HTML. */
function toLine(html: string): string {
  const isInline = (name: string) => ![KEPT, PARAGRAPHS, CELLS].some((names) => names.has(name));
  const text = html.replace(TAG, (_, _slash, name: string) =>
    name === 'a' || isInline(name) ? '' : ' ',
  );
  return text.replace(/\s+/g, ' ').trim();
}

const MORE = '…';

/** The words of an escaped text that fit. */
function cutAtWord(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text).subarray(0, maxBytes - Buffer.byteLength(MORE));
  const fits = bytes.toString().replace(/\uFFFD+$/, ''); // half a character at the end
  const words = fits.replace(/\s\S*$/, '');
  return words.replace(/&[^;\s]*$/, '') + MORE;
}
