import type {
  OriginalNotes,
  OriginalTitle,
  OriginalWords,
} from '../../platform/database/feed-columns.ts';
import { cleanFeedHtml } from '../../platform/text/clean-text.ts';
import { textHash } from '../../platform/text/text-hash.ts';

/** Characters of a line that only the feed shows. */
export const MAX_WORDS = 4_000;

export interface FeedNotes {
  /** The form that is stored for the pages. */
  stored: string;
  /** Empty if the feed has no such element. */
  description: string;
  content?: string;
  summary: string;
}

/** The notes in the form of the feed. Null if it only has a description that is stored unchanged. */
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

/** `itunes:title`, if it differs from the title of RSS. */
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
