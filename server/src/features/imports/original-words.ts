import type { OriginalNotes, OriginalWords } from '../../platform/database/feed-columns.ts';
import { cleanFeedHtml, cleanHtml } from '../../platform/text/clean-text.ts';
import { plainLine } from '../../platform/text/plain-line.ts';
import { textHash } from '../../platform/text/text-hash.ts';
import type { ElementPicker } from './element-picker.ts';

/** Characters of a line that only the feed shows. */
export const MAX_WORDS = 4_000;

/** Stands for a missing title. */
export const UNTITLED = 'Untitled';

/** The title of a channel or an item, and the one of iTunes, which is empty if the feed has none. */
export function readTitles(picker: ElementPicker) {
  const itunesTitle = plainLine(picker.text('itunes:title'));
  return { title: plainLine(picker.text('title')) || itunesTitle || UNTITLED, itunesTitle };
}

/**
 * The notes of a channel or an item, and its words as the feed writes them, if they are stored in another form.
 * @param content the notes with markup, which only items have
 * @param number a fraction of `podcast:episode`
 */
export function readNotes(
  picker: ElementPicker,
  { title, itunesTitle }: ReturnType<typeof readTitles>,
  { content = '', number = null }: { content?: string; number?: string | null } = {},
) {
  const text = picker.text('description');
  const summary = picker.text('itunes:summary');
  const description = cleanHtml(content || text || summary);
  const words = {
    title: itunesTitle === '' || itunesTitle === title ? null : { of: title, itunes: itunesTitle },
    notes: originalNotes(description, [text, content, summary]),
    number,
  };
  const present = Object.entries(words).filter(([, value]) => value !== null);
  return {
    description,
    subtitle: plainLine(picker.text('itunes:subtitle'), MAX_WORDS) || null,
    original: present.length > 0 ? (Object.fromEntries(present) as OriginalWords) : null,
  };
}

/** The notes in the form of the feed. Null if it only has a description that is stored unchanged. */
function originalNotes(stored: string, inFeed: readonly string[]): OriginalNotes | null {
  const [description, content, summary] = inFeed.map((html) => {
    const clean = cleanFeedHtml(html);
    if (clean === '') return null;
    return clean === stored ? undefined : clean;
  });
  if (description === undefined && content === null && summary === null) return null;
  return {
    of: textHash(stored),
    ...(description === undefined ? {} : { description }),
    ...(content === undefined ? {} : { content }),
    ...(summary === undefined ? {} : { summary }),
  };
}
