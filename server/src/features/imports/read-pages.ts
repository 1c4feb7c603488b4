import { parseUrl } from '../../platform/text/parse-url.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { fileOf } from './changed-guids.ts';
import { type Feed, FeedRefused } from './feed.ts';

/** Pages of one feed (RFC 5005). */
export const PAGES_MAX = 500;

/**
 * Reads a feed with all its pages. A page that cannot be read, or that leads back, ends the feed; `notes` say so, and
 * `next_page` names it.
 * @throws FeedRefused if the first page cannot be read
 */
export async function readPages(
  source: string,
  readPage: (source: string) => Promise<Feed>,
  pagesMax: number,
): Promise<Feed> {
  const feed = await readPage(source);
  const visited = new Set([webAddress(source) ? new URL(source).href : source]);
  const add = createCollector(feed);
  const notes: string[] = [];
  let [address, next] = [source, feed.next_page];
  while (next !== null) {
    const number = visited.size + 1;
    const target = resolvePage(next, address);
    if (target === null || visited.has(target)) {
      notes.push(`Page ${number - 1} names ${next} as the next page, so the feed ends here.`);
      break;
    }
    if (number > pagesMax) {
      notes.push(`The feed has more than ${pagesMax} pages: the others were not read.`);
      break;
    }
    try {
      const page = await readPage(target);
      if (!add(page)) {
        notes.push(`Page ${number} (${target}) repeats earlier pages, so the feed ends here.`);
        break;
      }
      visited.add(target);
      [address, next] = [target, page.next_page];
    } catch (error) {
      if (!(error instanceof FeedRefused)) throw error;
      notes.push(`Page ${number} and those after it were not read: ${error.message}`);
      break;
    }
  }
  if (visited.size > 1) notes.unshift(`The feed has several pages: ${visited.size} were read.`);
  return { ...feed, next_page: next, notes };
}

/** A function that adds the items of a page to the feed. It returns false if the page has nothing new. */
function createCollector({ items, refused }: Feed): (page: Feed) => boolean {
  const byGuid = new Map(items.map((item) => [item.guid, item]));
  const keyOf = ({ title, reason }: Feed['refused'][number]) => `${reason} ${title}`;
  const known = new Set(refused.map(keyOf));
  return (page) => {
    const fresh = page.items.filter(({ guid }) => !byGuid.has(guid));
    if (fresh.length === 0 && page.refused.every((each) => known.has(keyOf(each)))) return false;
    for (const item of page.items) {
      const earlier = byGuid.get(item.guid);
      if (!earlier) items.push(item);
      // A new episode moves the others on, so that pages overlap.
      else if (
        earlier.title !== item.title &&
        fileOf(earlier.enclosure.url) !== fileOf(item.enclosure.url)
      ) {
        const reason = 'an earlier page has an item with the same guid';
        refused.push({ title: item.title, reason });
      }
      byGuid.set(item.guid, earlier ?? item);
    }
    for (const each of page.refused) known.add(keyOf(each));
    refused.push(...page.refused);
    return true;
  };
}

/** The address of a page, with the credentials of a page on the same host. Null if it is no web address. */
function resolvePage(next: string, from: string): string | null {
  const base = webAddress(from) ?? undefined;
  const url = parseUrl(next, base);
  if (!url) return null;
  url.hash = '';
  if (base && new URL(base).host === url.host && url.username === '') {
    const { username, password } = new URL(base);
    Object.assign(url, { username, password });
  }
  return webAddress(url.href);
}
