import type { NotesLink } from 'earshot/contract';
import { escapeHtml, htmlText } from 'earshot/internal';
import { cleanHtml } from '../../platform/text/clean-text.ts';
import { notesHtml } from '../../platform/text/notes-html.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';

export interface ProcessedNotes {
  /** Sanitised HTML in which addresses are links. */
  description: string;
  links: NotesLink[];
}

const TOKEN = /<[^>]*>|[^<]+/g;
// Only characters of addresses: the text around it is escaped HTML, in which `&amp;` stands for `&`.
const ADDRESS = /\b(?:https?:\/\/|www\.)(?:&amp;|[^\s<>"'&\p{C}]){2,2000}/giu;
const PUNCTUATION = ".,;:!?'*_~";

/** Sanitises notes, links the addresses in them, and lists all links. No address is fetched. */
export const processLinks = (notes: string): ProcessedNotes => linkNotes(cleanHtml(notes));

/** The same for notes that were sanitised when they were stored. */
export function linkNotes(notes: string): ProcessedNotes {
  const links: NotesLink[] = [];
  let open: NotesLink | null = null;
  const description = (notesHtml(notes).match(TOKEN) ?? []).map((token) => {
    if (token.startsWith('<a ')) {
      const href = /\bhref="([^"]*)"/.exec(token)?.[1];
      open = href ? { url: htmlText(href), title: '' } : null;
    } else if (token === '</a>') {
      if (open) links.push({ ...open, title: htmlText(open.title) || open.url });
      open = null;
    } else if (open) {
      open.title += token;
    } else if (!token.startsWith('<')) {
      return linkAddresses(token, links);
    }
    return token;
  });
  return { description: description.join(''), links };
}

function linkAddresses(text: string, links: NotesLink[]): string {
  return text.replace(ADDRESS, (found) => {
    const address = trimEnd(found);
    const title = htmlText(address);
    const url = /^https?:/i.test(title) ? title : `https://${title}`;
    if (!parseUrl(url)) return found;
    links.push({ url, title });
    const link = `<a href="${escapeHtml(url)}" rel="nofollow noopener">${address}</a>`;
    return link + found.slice(address.length);
  });
}

/** Punctuation after an address belongs to the sentence, and so does a bracket that was opened before the address. */
function trimEnd(address: string): string {
  let end = address.length;
  let unopened = address.split(')').length - address.split('(').length;
  while (true) {
    const last = address[end - 1] ?? '';
    if (address.endsWith('&amp;', end)) end -= '&amp;'.length;
    else if (last === ')' && unopened > 0) {
      end -= 1;
      unopened -= 1;
    } else if (last !== '' && PUNCTUATION.includes(last)) end -= 1;
    else return address.slice(0, end);
  }
}
