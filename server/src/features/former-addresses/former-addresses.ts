import { buildPath, SITE_ROUTES, WIDGET_ROUTES } from 'earshot/contract';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  type EarshotAddress,
  keyOfEarshot,
  type Opened,
  readEarshotAddress,
} from '../../platform/http/earshot-address.ts';
import { feedAddress } from '../feeds/feeds.ts';
import { downloadAddress } from '../media/media.ts';
import { type FeedFacts, playerKey, playerKeysOf } from './old-players.ts';
import * as repository from './repository.ts';

export { type FeedFacts, playerKey } from './old-players.ts';
export type { TargetRow } from './repository.ts';

type Hosts = Pick<Config, 'siteUrl' | 'widgetUrl' | 'apiUrl' | 'mediaUrl'>;

/** True for a host of this Earshot itself. */
export function isOwnHost(host: string, { siteUrl, widgetUrl, apiUrl, mediaUrl }: Hosts): boolean {
  return [siteUrl, widgetUrl, apiUrl, mediaUrl].some((url) => new URL(url).host === host);
}

/** The addresses of one show or episode in the feed of its former host. */
export interface FormerFacts {
  /** Of a player and a page, if that host is an Earshot. */
  former_urls: readonly string[];
}

/**
 * Keeps the addresses that an imported episode had, so that players in old posts find it.
 * @param trusts whether the feed may speak for this host: otherwise anyone could claim the addresses of another podcast
 */
export async function keepEpisodeAddresses(
  database: Database,
  episode_id: number,
  facts: FeedFacts & FormerFacts,
  trusts: (host: string) => boolean,
): Promise<void> {
  const others = playerKeysOf(facts).map((key) => ({ key, host: null }));
  await repository.saveKeys(database, { episode_id }, [...others, ...keysOf(facts, trusts)]);
}

/** The same for a show. */
export async function keepShowAddresses(
  database: Database,
  show_id: number,
  facts: FormerFacts,
  trusts: (host: string) => boolean,
): Promise<void> {
  await repository.saveKeys(database, { show_id }, keysOf(facts, trusts));
}

function keysOf({ former_urls }: FormerFacts, trusts: (host: string) => boolean) {
  const keys = former_urls.flatMap((url) => {
    const address = readEarshotAddress(url);
    return address && trusts(address.host)
      ? { key: keyOfEarshot(address), host: address.host }
      : [];
  });
  return [...new Map(keys.map((each) => [each.key, each])).values()];
}

/** The key of a player or page of another host. Null if no host has such an address. */
export function keyOf(address: string): string | null {
  const known = playerKey(address);
  if (known) return known;
  const earshot = readEarshotAddress(address);
  return earshot && keyOfEarshot(earshot);
}

/** Finds the shows and episodes here that these addresses of other hosts stand for, by `keyOf`. */
export function findFormer(
  database: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, repository.TargetRow>> {
  return repository.findByKeys(database, [...new Set(keys)]);
}

/** The part of a target that has addresses. */
export type Addressed = Pick<
  repository.TargetRow,
  | 'show_id'
  | 'show_permalink'
  | 'episode_id'
  | 'user_permalink'
  | 'permalink'
  | 'is_public'
  | 'extension'
  | 'enclosure_url'
>;

/** The page of a show or episode. */
export function pageAddress(
  { show_permalink, episode_id, user_permalink, permalink }: Addressed,
  { siteUrl }: Pick<Config, 'siteUrl'>,
): string {
  if (episode_id === null)
    return siteUrl + buildPath(SITE_ROUTES, 'show', { permalink: show_permalink });
  const names = { user_permalink: user_permalink ?? '', episode_permalink: permalink ?? '' };
  return siteUrl + buildPath(SITE_ROUTES, 'episode', names);
}

/**
 * The present address of a target. A player is found for every target, because it explains itself why an episode does
 * not play. Null if there is no such page or file.
 */
export function presentAddress(
  target: Addressed,
  { opens, query }: { opens: Opened; query: URLSearchParams },
  config: Hosts,
): string | null {
  const { show_id, episode_id, is_public, extension, enclosure_url } = target;
  const fields = new URLSearchParams(query);
  if (opens === 'player') {
    if (episode_id === null) fields.set('show_id', String(show_id));
    else fields.set('episode_id', String(episode_id));
    return `${config.widgetUrl}${WIDGET_ROUTES.player}?${fields}`;
  }
  if (!is_public) return null;
  if (opens === 'feed') return feedAddress(show_id, config);
  if (opens === 'page') return withQuery(pageAddress(target, config), fields);
  if (episode_id === null) return null;
  if (extension !== null) return downloadAddress(episode_id, extension, config.mediaUrl);
  return enclosure_url && stayingAddress(enclosure_url);
}

/** Audio that is still at its former host. Another Earshot must not lead here again. */
function stayingAddress(enclosureUrl: string): string {
  if (readEarshotAddress(enclosureUrl)?.opens !== 'audio') return enclosureUrl;
  const url = new URL(enclosureUrl);
  url.searchParams.set(STAY, '1');
  return url.href;
}

/** The query field by which a host that a show has left sends the audio itself. */
export const STAY = 'stay';

/** The player of an episode that is missing here: its card. */
export function missingPlayer(address: string, query: URLSearchParams, config: Hosts): string {
  const fields = new URLSearchParams(query);
  fields.set('former', address);
  return `${config.widgetUrl}${WIDGET_ROUTES.player}?${fields}`;
}

const withQuery = (address: string, query: URLSearchParams) =>
  query.size > 0 ? `${address}?${query}` : address;

/** The address at the new host of a show that has moved, for an address here. Null if it has not moved. */
export async function findNewAddress(
  database: Database,
  { named, opens, query }: Pick<EarshotAddress, 'named' | 'opens' | 'query'>,
): Promise<{ showId: number; host: string; url: string } | null> {
  const moved = await repository.findMoved(database, named);
  if (!moved) return null;
  const fields = new URLSearchParams({ show: moved.show });
  if (moved.item !== null) fields.set('item', moved.item);
  fields.set('opens', opens);
  for (const [name, value] of query) fields.append(name, value);
  const { show_id: showId, new_host_url: host } = moved;
  return { showId, host, url: `${host}${SITE_ROUTES.moved}?${fields}` };
}

const OPENED: readonly string[] = ['player', 'page', 'audio', 'feed'];

/** Reads the query of `/moved`. Null if it names no show. */
export function readMoved(
  search: URLSearchParams,
): (repository.Guids & { opens: Opened; query: URLSearchParams }) | null {
  const query = new URLSearchParams(search);
  const [show, item, opens] = ['show', 'item', 'opens'].map((name) => {
    const value = query.get(name);
    query.delete(name);
    return value || null;
  }) as [string | null, string | null, string | null];
  if (show === null || (opens !== null && !OPENED.includes(opens))) return null;
  return { show, item, opens: (opens ?? 'page') as Opened, query };
}

/** The show or episode of the guids in an address of `/moved`. Null if it is not here. */
export async function findByGuids(
  database: Database,
  guids: repository.Guids,
): Promise<repository.TargetRow | null> {
  const found = await repository.findByGuids(database, guids);
  return found && (guids.item === null || found.episode_id !== null) ? found : null;
}
