import type { CategoryNode } from '../../platform/database/feed-columns.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';
import { parseFeedDate } from '../../platform/podcasting/feed-date.ts';
import { NAMESPACES } from '../../platform/podcasting/namespaces.ts';
import { podcastGuid } from '../../platform/podcasting/podcast-guid.ts';
import { authorName } from '../../platform/text/author-name.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { plainLine } from '../../platform/text/plain-line.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import {
  attributeOf,
  childElements,
  textOf,
  type XmlElement,
} from '../../platform/xml/xml-element.ts';
import { createPicker, type ElementPicker } from './element-picker.ts';
import { type Feed, shortKey } from './feed.ts';
import { readFormerUrls } from './former-urls.ts';
import { MAX_WORDS, readNotes, readTitles } from './original-words.ts';
import { addressOf, readSharedFields, readShowFields } from './podcast-fields.ts';
import { preserveElements } from './preserve-elements.ts';

/** Elements about the feed itself, not about the show. Our feed has its own. */
const OF_THE_FEED = ['generator', 'docs', 'cloud', 'itunes:new-feed-url'] as const;

/** Atom links that depend on the address of a feed: our feed has its own. */
const LINKS_OF_THE_FEED =
  'self hub first last next previous prev prev-archive next-archive current'.split(' ');
/** The older episodes of a paged feed, or of an archived one. */
const OLDER = ['next', 'prev-archive'];

export type Channel = Omit<Feed, 'items' | 'refused' | 'notes'>;

/** Other guids break the specification of `podcast:guid`. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the channel of a feed, from its children without items. */
export function readChannel(elements: readonly XmlElement[], source: string): Channel {
  const picker = createPicker(elements);
  const { text: link, address: link_url } = readLink(picker.take('link'));
  const titles = readTitles(picker);
  const { title } = titles;
  const owner = readOwner(picker);
  const { address, next_page } = takeFeedLinks(picker);
  const guid = cleanLine(picker.text('podcast:guid'));
  const fallback = link ? `${link} ${title}` : `${source} ${title}`;
  const categories = readCategories(picker);
  const podcast = { ...readSharedFields(picker), ...readShowFields(picker) };
  const dates = ['pubdate', 'lastbuilddate'].map((name) => parseFeedDate(picker.text(name)));
  for (const name of OF_THE_FEED) picker.take(name);
  return {
    feed_key: shortKey(guid || address || fallback.trim()),
    self_url: address,
    guid: UUID.test(guid) ? guid : podcastGuid(webAddress(address) ?? webAddress(source)),
    title,
    author:
      [plainLine(picker.text('itunes:author')), owner.owner_name ?? '']
        .map(authorName)
        .find(Boolean) ?? title,
    ...owner,
    ...readNotes(picker, titles),
    language: cleanLine(picker.text('language')) || 'en',
    ...categories,
    keywords: readKeywords(picker),
    explicit: isYes(picker.text('itunes:explicit')),
    link_url,
    image_url: readImage(picker),
    copyright: plainLine(picker.text('copyright'), MAX_WORDS) || null,
    itunes_type: readType(picker.text('itunes:type')),
    complete: isYes(picker.text('itunes:complete')),
    blocked: isYes(picker.text('itunes:block')),
    ...podcast,
    next_page,
    former_urls: readFormerUrls(picker, { link: link_url, file: address, opens: 'feed' }),
    dated_at: dates.find((date) => date !== null) ?? null,
    proof_email: mailOf(owner.owner_email) ?? mailOf(podcast.locked_owner),
    ...preserveElements(picker.rest()),
  };
}

/** The first link with a text: as the feed writes it, and in full. */
export function readLink(links: readonly XmlElement[]): { text: string; address: string | null } {
  const link = links.find((element) => textOf(element) !== '');
  const text = link ? textOf(link) : '';
  return { text, address: link ? addressOf(link, text) : null };
}

/** The feed's own address, and its next page. */
function takeFeedLinks(picker: ElementPicker) {
  const relOf = (element: XmlElement) => attributeOf(element, 'rel')?.trim().toLowerCase() ?? '';
  const links = picker.convert('atom:link', (element) =>
    LINKS_OF_THE_FEED.includes(relOf(element)) ? element : null,
  );
  const hrefOf = (...rels: string[]) => {
    const link = links.find((element) => rels.includes(relOf(element)));
    return (link && attributeOf(link, 'href')?.trim()) || null;
  };
  return { address: hrefOf('self') ?? '', next_page: hrefOf(...OLDER) };
}

function readOwner(picker: ElementPicker) {
  const parts = picker.take('itunes:owner').flatMap(childElements);
  const part = (wanted: string) => {
    const element = parts.find(
      ({ namespace, name }) => namespace === NAMESPACES.itunes && name.toLowerCase() === wanted,
    );
    return (element && plainLine(textOf(element))) || null;
  };
  return { owner_name: authorName(part('name') ?? '') || null, owner_email: part('email') };
}

/** Null for a text that is not a mail address. */
const mailOf = (text: string | null) => (text !== null && isMailAddress(text) ? text : null);

const MAX_CATEGORIES = 50;

function readCategories(picker: ElementPicker) {
  const elements = picker.take('itunes:category').slice(0, MAX_CATEGORIES);
  const category_tree = elements.flatMap((element): CategoryNode[] => {
    const text = categoryName(element);
    const categories = unique(subcategories(element));
    return text === '' ? [] : [{ text, categories }];
  });
  const categories = unique(
    category_tree.flatMap(({ text, categories: below }) => [text, ...below]),
  );
  return { categories, category_tree };
}

const subcategories = (element: XmlElement): string[] =>
  childElements(element)
    .slice(0, MAX_CATEGORIES)
    .flatMap((child) => [categoryName(child), ...subcategories(child)]);

/** In the attribute, or, in some feeds, as text. */
function categoryName(element: XmlElement): string {
  const own = element.children.filter((child) => typeof child === 'string').join(' ');
  return plainLine(attributeOf(element, 'text')) || plainLine(own);
}

/** A list with commas, or an attribute. */
function readKeywords(picker: ElementPicker): string[] {
  const lists = picker
    .take('itunes:keywords')
    .map((element) => attributeOf(element, 'text') ?? textOf(element));
  return unique(lists.flatMap((list) => list.split(',')));
}

const hrefOf = (element: XmlElement) =>
  addressOf(
    element,
    attributeOf(element, 'href') ?? attributeOf(element, 'url') ?? textOf(element),
  );

/** The cover of iTunes is preferred, because that of RSS is small in old feeds. */
function readImage(picker: ElementPicker): string | null {
  const itunes = picker.take('itunes:image').map(hrefOf);
  const rss = picker
    .take('image')
    .flatMap(childElements)
    .filter(({ name }) => name.toLowerCase() === 'url')
    .map((element) => addressOf(element, textOf(element)));
  return [...itunes, ...rss].find((url) => url !== null) ?? null;
}

function readType(text: string): Channel['itunes_type'] {
  const type = text.toLowerCase();
  return type === 'episodic' || type === 'serial' ? type : null;
}

export const isYes = (text: string): boolean => /^(yes|true|explicit)$/i.test(text);

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => plainLine(text)).filter(Boolean))];
}
