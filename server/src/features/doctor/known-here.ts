import type { Config } from '../../config.ts';
import type { ReadDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { getEpisodeByPermalink } from '../episodes/episodes.ts';
import { playerKey } from '../former-addresses/former-addresses.ts';
import { convertSnippets, keysIn, readPlayed } from '../imports/imports.ts';
import { readAddress } from '../oembed/oembed.ts';
import { getShowByPermalink } from '../shows/shows.ts';
import type { MendContext } from './mend.ts';
import type { PageFacts, PlacementFacts } from './page-facts.ts';

interface Work {
  config: Config;
  /** Called only if a player needs what this host knows. */
  openDatabase(): Promise<Database>;
}

/** This host's knowledge about the players of a page: imported episodes, and the ids of its own pages. */
export async function readKnown(facts: PageFacts, work: Work): Promise<MendContext> {
  const { config, openDatabase } = work;
  const { widgetUrl, siteUrl, productName } = config;
  const hosts = { widgetUrl, siteUrl, productName };
  const asks = facts.placements.filter(isAbout);
  if (asks.length === 0) {
    return { ...hosts, findOld: () => null, convertOld: (text) => text, resourceOf: () => null };
  }
  const database = await openDatabase();
  const texts = asks.flatMap(({ address, text, source }) => [address, text, source?.text ?? '']);
  const keys = texts.flatMap((one) => [playerKey(one) ?? '', ...keysIn(one, hosts)]);
  const played = await readPlayed(database, config, keys);
  const find = (key: string) => played.get(key) ?? null;
  const pages = asks.filter(({ host }) => host === 'earshot').map(({ address }) => address);
  const resources = new Map<string, string | null>();
  for (const page of new Set(pages)) {
    resources.set(page, await readResource(page, { database, config }));
  }
  return {
    ...hosts,
    findOld: (address) => find(playerKey(address) ?? ''),
    convertOld: (text) => convertSnippets(text, { ...hosts, find }).text,
    resourceOf: (page) => resources.get(page) ?? null,
  };
}

const isAbout = ({ host, kind, address }: PlacementFacts): boolean =>
  host !== 'earshot' || kind === 'stripped' || (kind === 'frame' && !/\/player\?/.test(address));

async function readResource(page: string, deps: ReadDeps): Promise<string | null> {
  const wanted = readAddress(page, deps.config);
  if (wanted?.kind === 'show') {
    const show = await getShowByPermalink(deps, wanted.permalink);
    return show && `show_id=${show.show_id}`;
  }
  if (wanted?.kind !== 'episode') return null;
  const { userPermalink, permalink } = wanted;
  const episode = await getEpisodeByPermalink(deps, { userPermalink, permalink });
  return episode && `episode_id=${episode.episode_id}`;
}
