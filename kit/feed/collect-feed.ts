import { type Answer, type Http, ORIGIN, textOf } from '../http.ts';
import { childOf, childrenOf, readXml, type XmlDocument, type XmlElement } from './read-xml.ts';

/** The files of these newest episodes are fetched. Older ones are checked by their text only. */
const SAMPLE = 3;
const BEGINNING_BYTES = 65_536;
const IMAGE_MAX_BYTES = 8e6;

export interface SampledFile {
  element: XmlElement;
  answer: Answer;
}

export interface FeedFacts {
  url: string;
  /** A page of the show or an episode, and the feed that it names. Null if no page is known. */
  page: { url: string; link: string | null } | null;
  answer: Answer;
  head: Answer;
  compressed: Answer;
  /** Null if the feed has no ETag or no Last-Modified. */
  ifNoneMatch: Answer | null;
  ifModifiedSince: Answer | null;
  xml: XmlDocument;
  channel: XmlElement | null;
  items: readonly XmlElement[];
  /** Of the newest episodes. An enclosure's answer is the beginning of the file. */
  enclosures: readonly SampledFile[];
  transcripts: readonly SampledFile[];
  chapters: readonly SampledFile[];
  image: { head: Answer; whole: Answer } | null;
}

/** Fetches a feed, and the files of its newest episodes. */
export async function collectFeed(http: Http, url: string): Promise<FeedFacts> {
  const answer = await http.ask(url);
  const { etag, 'last-modified': lastModified } = answer.headers;
  const again = (headers: Record<string, string>) => http.ask(url, { headers });
  const [head, compressed, ifNoneMatch, ifModifiedSince] = await Promise.all([
    http.ask(url, { method: 'HEAD' }),
    again({ 'Accept-Encoding': 'gzip, br' }),
    etag ? again({ 'If-None-Match': etag }) : null,
    lastModified ? again({ 'If-Modified-Since': lastModified }) : null,
  ]);
  const xml = readXml(textOf(answer));
  const channel = childOf(xml.root, 'channel');
  const items = childrenOf(channel, 'item');
  return {
    ...{
      url,
      page: null,
      answer,
      head,
      compressed,
      ifNoneMatch,
      ifModifiedSince,
      xml,
      channel,
      items,
    },
    ...(await collectFiles(http, items)),
    image: await collectImage(http, channel),
  };
}

async function collectFiles(http: Http, items: readonly XmlElement[]) {
  const newest = [...items].sort((a, b) => dateOf(b) - dateOf(a)).slice(0, SAMPLE);
  const fetchAll = (name: string, range: Record<string, string> = {}) =>
    Promise.all(
      newest
        .flatMap((item) => childrenOf(item, name))
        .filter(({ attributes }) => isWebAddress(attributes.url))
        .map(async (element) => ({
          element,
          answer: await http.ask(element.attributes.url ?? '', {
            headers: { Origin: ORIGIN, ...range },
            ...(range.Range ? { maxBytes: BEGINNING_BYTES } : {}),
          }),
        })),
    );
  const [enclosures, transcripts, chapters] = await Promise.all([
    fetchAll('enclosure', { Range: `bytes=0-${BEGINNING_BYTES - 1}` }),
    fetchAll('podcast:transcript'),
    fetchAll('podcast:chapters'),
  ]);
  return { enclosures, transcripts, chapters };
}

async function collectImage(http: Http, channel: XmlElement | null) {
  const href = childOf(channel, 'itunes:image')?.attributes.href;
  if (!isWebAddress(href)) return null;
  const [head, whole] = await Promise.all([
    http.ask(href, { method: 'HEAD' }),
    http.ask(href, { maxBytes: IMAGE_MAX_BYTES }),
  ]);
  return { head, whole };
}

export const isWebAddress = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text);

/** Milliseconds. 0 if the date cannot be read. */
const dateOf = (item: XmlElement) => Date.parse(childOf(item, 'pubDate')?.text ?? '') || 0;
