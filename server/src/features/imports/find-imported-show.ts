import type { Database } from '../../platform/database/database.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { withoutCredentials } from '../../platform/text/without-credentials.ts';
import { pairChangedGuids } from './changed-guids.ts';
import type { Feed } from './feed.ts';
import { findShowByFeed, type ImportedShow, listEpisodes, listShowsByHost } from './repository.ts';

interface Search {
  /** The address or path that is imported. */
  source: string;
  /** Whether a show with another key may be meant: its owner decides. */
  mayBe: (show: ImportedShow) => boolean;
}

/**
 * Finds the show of an earlier import of this feed, also if the feed has another secret key in its address since, or
 * has got a `podcast:guid`. Such a show has episodes of the feed, so that two feeds of one host stay two shows.
 */
export async function findImportedShow(database: Database, feed: Feed, { source, mayBe }: Search) {
  const known = await findShowByFeed(database, feed.feed_key);
  if (known) return known;
  const addresses = [feed.self_url, withoutCredentials(source)].filter(webAddress);
  const found = new Map<number, ImportedShow>();
  for (const address of addresses) {
    for (const show of await listShowsByHost(database, new URL(address).host)) {
      const isMeant = mayBe(show) && isSameAddress(addressIn(show.feed_key ?? ''), address);
      if (isMeant && (await hasEpisodesOf(database, feed, show))) found.set(show.show_id, show);
    }
  }
  const [show] = found.values();
  return found.size === 1 ? show : undefined;
}

/** A key is an address, or an address and a title. */
const addressIn = (key: string) => key.split(' ', 1)[0] ?? '';

async function hasEpisodesOf(
  database: Database,
  feed: Feed,
  { show_id, title }: ImportedShow,
): Promise<boolean> {
  const episodes = await listEpisodes(database, show_id);
  const here = new Set(episodes.map(({ guid }) => guid));
  const known = feed.items.filter(({ guid }) => here.has(guid)).length;
  if (title === feed.title) return known > 0 || pairChangedGuids(feed, episodes).size > 0;
  return known * 2 > Math.max(feed.items.length, episodes.length);
}

const SECRET_NAME = /auth|token|key|secret|sig|pass/i;

/**
 * True if two addresses of feeds differ only in the secret keys of their queries. Both have the key: beside the private
 * feed of a show, many hosts have a public one at the same address without a key, with other audio. A part of the path
 * that looks like a key may as well name another show.
 */
export function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [parseUrl(one), parseUrl(other)];
  if (!first || !second) return false;
  const names = new Set([...first.searchParams.keys(), ...second.searchParams.keys()]);
  const isSamePlace = first.host === second.host && pathOf(first) === pathOf(second);
  return isSamePlace && [...names].every((name) => isSameField(name, first, second));
}

const pathOf = ({ pathname }: URL) => pathname.split('/').filter(Boolean).join('/');

function isSameField(name: string, { searchParams: one }: URL, { searchParams: other }: URL) {
  if (SECRET_NAME.test(name)) return one.has(name) && other.has(name);
  return String(one.getAll(name)) === String(other.getAll(name));
}
