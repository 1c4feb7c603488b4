import { containerOf } from './audio-type.ts';
import { collectFeed, type FeedFacts, isWebAddress } from './feed/collect-feed.ts';
import { childOf, textIn } from './feed/read-xml.ts';
import { type Answer, complaintAbout, type Http, textOf, typeOf } from './http.ts';
import { collectOembed, type OembedFacts } from './oembed/collect-oembed.ts';
import { findLink, readTags } from './read-html.ts';

/** Addresses that the developer names, instead of those that are found. */
export interface GivenAddresses {
  feed?: string;
  oembed?: string;
  player?: string;
  audio?: string;
}

/** A part of a host: its answers or address, or the reason why the host has no such part. */
export type Found<Part> = { part: Part; missing: '' } | { part: null; missing: string };

export interface Host {
  /** The kind of the first address. */
  kind: 'page' | 'feed' | 'player' | 'audio';
  feed: Found<FeedFacts>;
  oembed: Found<OembedFacts>;
  player: Found<PlayerAddress>;
  audio: Found<string>;
}

export interface PlayerAddress {
  url: string;
  /** CSS pixels, from the oEmbed answer. */
  width: number | null;
  height: number | null;
}

const AUDIO_BEGINNING_BYTES = 65_536;
const FEED_LINK = /^application\/rss\+xml/i;
const OEMBED_LINK = /^application\/json\+oembed/i;

const found = <Part>(part: Part): Found<Part> => ({ part, missing: '' });
const missing = <Part>(reason: string): Found<Part> => ({ part: null, missing: reason });

/** An address that cannot be read at all. The message says why. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/**
 * Finds the parts of a host from any of its addresses: a page, a feed, a player or an audio file.
 * @throws UnreachableError if the address has no answer
 */
export async function discover(http: Http, url: string, given: GivenAddresses): Promise<Host> {
  const first = await http.ask(url, {
    headers: { Accept: 'text/html,application/rss+xml,*/*;q=0.8' },
    maxBytes: (type) => (/^(audio|video)\//.test(type) ? AUDIO_BEGINNING_BYTES : 30e6),
  });
  const unanswered = complaintAbout(first);
  if (unanswered && !first.isCut) throw new UnreachableError(unanswered);
  const kind = kindOf(first);
  const feedUrl = given.feed ?? (kind === 'feed' ? url : linkIn(first, kind, FEED_LINK));
  const facts = feedUrl ? await collectFeed(http, feedUrl) : null;
  const page = kind === 'feed' ? await pageOf(http, facts) : first;
  const feed = facts
    ? found({ ...facts, page: linkOf(page, kind) })
    : missing<FeedFacts>('No feed was found. Name one with --feed.');
  const oembedUrl = given.oembed ?? (page ? linkIn(page, 'page', OEMBED_LINK) : null);
  const oembed = oembedUrl
    ? found(await collectOembed(http, oembedUrl, given.oembed ? null : (page?.url ?? null)))
    : missing<OembedFacts>(
        'No page names an oEmbed address. Write <link rel="alternate" type="application/json+oembed">, or use --oembed.',
      );
  return {
    kind,
    feed,
    oembed,
    player: findPlayer(kind, url, given, oembed.part),
    audio: findAudio(kind, url, given, feed.part),
  };
}

function kindOf(answer: Answer): Host['kind'] {
  const type = typeOf(answer);
  if (/^(audio|video)\//.test(type) || containerOf(answer.body)) return 'audio';
  const text = textOf(answer);
  if (/^<(rss|feed)\b/.test(withoutProlog(text))) return 'feed';
  if (/\b(rss|xml)\b/.test(type) && !type.includes('html')) return 'feed';
  const hasLinks = linkIn(answer, 'page', FEED_LINK) ?? linkIn(answer, 'page', OEMBED_LINK);
  return hasLinks ? 'page' : 'player';
}

/** The text from its first element on. Each comment is cut alone: one pattern for all tries every way to join them. */
function withoutProlog(text: string): string {
  const part = /\s+|<\?[^>]*>|<!--[\s\S]*?-->/y;
  part.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  let at = part.lastIndex;
  while (part.test(text)) at = part.lastIndex;
  return text.slice(at);
}

function linkIn(answer: Answer, kind: Host['kind'], type: RegExp): string | null {
  return kind === 'audio' ? null : findLink(readTags(textOf(answer)), type, answer.url);
}

function linkOf(page: Answer | null, kind: Host['kind']): FeedFacts['page'] {
  const isPage = page !== null && (kind === 'page' || kind === 'feed');
  return isPage ? { url: page.url, link: linkIn(page, 'page', FEED_LINK) } : null;
}

/** The page of the newest episode, or else that of the show. */
async function pageOf(http: Http, feed: FeedFacts | null): Promise<Answer | null> {
  const links = [textIn(feed?.items[0], 'link'), textIn(feed?.channel, 'link')];
  for (const link of links.filter(isWebAddress)) {
    const page = await http.ask(link);
    if (page.status === 200 && linkIn(page, 'page', OEMBED_LINK)) return page;
  }
  return null;
}

function findPlayer(
  kind: Host['kind'],
  url: string,
  given: GivenAddresses,
  oembed: OembedFacts | null,
): Found<PlayerAddress> {
  const size = (value: unknown) => (typeof value === 'number' && value > 0 ? value : null);
  const { width, height } = oembed?.fields ?? {};
  const sizes = { width: size(width), height: size(height) };
  const src = oembed?.frames[0]?.attributes.src;
  if (given.player) return found({ url: given.player, ...sizes });
  if (kind === 'player') return found({ url, ...sizes });
  return isWebAddress(src)
    ? found({ url: src, ...sizes })
    : missing('No oEmbed answer has an iframe. Name the player with --player.');
}

function findAudio(
  kind: Host['kind'],
  url: string,
  given: GivenAddresses,
  feed: FeedFacts | null,
): Found<string> {
  if (given.audio) return found(given.audio);
  if (kind === 'audio') return found(url);
  const addresses = feed?.items.map((item) => childOf(item, 'enclosure')?.attributes.url) ?? [];
  const [first] = addresses.filter(isWebAddress);
  return first ? found(first) : missing('No feed has an enclosure. Name the audio with --audio.');
}
