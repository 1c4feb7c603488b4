import { cleanDescription, htmlToLine } from '../../platform/text/clean-text.ts';
import type { Notes } from './original-words.ts';

const DESCRIPTION_BYTES = 4_000; // Apple Podcasts refuses more

/** The notes of an author of this host: short HTML that every directory takes, and all of it for apps that show more. */
export function ownNotes(html: string): Notes {
  const isMarkedUp = /<[a-z]/i.test(html);
  return { description: ownDescription(html), content: isMarkedUp ? html : null, summary: null };
}

/** HTML with the elements that Apple Podcasts shows. Notes that are too long become one paragraph that breaks off. */
export function ownDescription(html: string): string {
  const short = cleanDescription(html);
  if (Buffer.byteLength(short) <= DESCRIPTION_BYTES) return short;
  return cutAtWord(htmlToLine(html), DESCRIPTION_BYTES);
}

const MORE = '…';

/** The words of an escaped text that fit. */
function cutAtWord(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text).subarray(0, maxBytes - Buffer.byteLength(MORE));
  const fits = bytes.toString().replace(/\uFFFD+$/, ''); // half a character at the end
  const words = fits.replace(/\s\S*$/, '');
  return words.replace(/&[^;\s]*$/, '') + MORE;
}
