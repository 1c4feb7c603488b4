import type { OriginalWords } from '../../platform/database/feed-columns.ts';
import { textHash } from '../../platform/text/text-hash.ts';
import { escapeAttribute, escapeText } from '../../platform/xml/escape-xml.ts';

interface Described {
  title: string;
  description: string;
  original: OriginalWords | null;
}

export interface Notes {
  /** HTML. Empty if the feed has no further text. */
  description: string;
  content: string | null;
  summary: string | null;
}

/** The words of the imported feed, until the description is edited; then only the description. */
export function notesOf({ description: stored, original }: Described): Notes {
  const words = original?.notes;
  if (!words || words.of !== textHash(stored)) {
    return { description: stored, content: null, summary: null };
  }
  const { description = stored, content = stored, summary = stored } = words;
  return { description: description ?? '', content, summary };
}

/** `itunes:title` of the imported feed, until the title is edited. */
export function titleOf({ title, original }: Described): string | null {
  return original?.title?.of === title ? original.title.itunes : null;
}

/** Preserved XML in which an address of the imported feed is replaced by that of the file here. */
export function replaceAddress(xml: string, from: string | null, to: string | null): string {
  if (!from || !to) return xml;
  return xml
    .replaceAll(`"${escapeAttribute(from)}"`, `"${escapeAttribute(to)}"`)
    .replaceAll(`>${escapeText(from)}<`, `>${escapeText(to)}<`);
}
