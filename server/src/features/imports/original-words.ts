import { createHash } from 'node:crypto';
import type {
  OriginalNotes,
  OriginalTitle,
  OriginalWords,
} from '../../platform/database/feed-columns.ts';
import { cleanFeedHtml } from '../../platform/text/clean-text.ts';

/** Characters of a line that only the feed shows. */
export const MAX_WORDS = 4_000;

/** Names a stored text: the original words count while the text is the same. */
export const textHash = (text: string): string => createHash('md5').update(text).digest('hex');

export interface FeedNotes {
  /** As it is stored for the pages. */
  stored: string;
  /** Empty if the feed has no such element. */
  description: string;
  content?: string;
  summary: string;
}

/** The notes as the feed has them. Null if it only has a description that is stored as it is. */
export function originalNotes(notes: FeedNotes): OriginalNotes | null {
  const { stored } = notes;
  const words = (html: string | undefined) => {
    const clean = cleanFeedHtml(html ?? '');
    if (clean === '') return null;
    return clean === stored ? undefined : clean;
  };
  const [description, content, summary] = [notes.description, notes.content, notes.summary].map(
    words,
  );
  if (description === undefined && content === null && summary === null) return null;
  return {
    of: textHash(stored),
    ...(description === undefined ? {} : { description }),
    ...(content === undefined ? {} : { content }),
    ...(summary === undefined ? {} : { summary }),
  };
}

/** `itunes:title`, if it is another title than that of RSS. */
export function originalTitle(title: string, itunes: string): OriginalTitle | null {
  return itunes === '' || itunes === title ? null : { of: title, itunes };
}

/** All words in one object. Null if there are none. */
export function joinWords(
  words: {
    [Name in keyof OriginalWords]: OriginalWords[Name] | null;
  },
): OriginalWords | null {
  const present = Object.entries(words).filter(([, value]) => value != null);
  return present.length > 0 ? (Object.fromEntries(present) as OriginalWords) : null;
}
