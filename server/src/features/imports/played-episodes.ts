import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  findFormer,
  keepEpisodeAddresses,
  pageAddress,
  type TargetRow,
} from '../former-addresses/former-addresses.ts';
import type { Played } from './convert-snippets.ts';
import { noteFact, readFacts } from './host-facts.ts';

const BATCH = 1_000;

/** The public shows and episodes here of players at other hosts, by the keys of those players. */
export async function readPlayed(
  database: Database,
  config: Pick<Config, 'siteUrl'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Played>> {
  const found = [...(await findFormer(database, keys))];
  return new Map(
    found.flatMap(([key, target]): [string, Played][] =>
      target.is_public ? [[key, toPlayed(target, config)]] : [],
    ),
  );
}

function toPlayed(target: TargetRow, config: Pick<Config, 'siteUrl'>): Played {
  const { episode_id, show_id, title, show_title } = target;
  return {
    resource: episode_id === null ? `show_id=${show_id}` : `episode_id=${episode_id}`,
    title: title ?? show_title,
    link_url: pageAddress(target, config),
  };
}

/** Keeps the players of episodes that a version before this table has imported. */
export async function keepEarlierPlayers(database: Database): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await readBatch(database, after);
    for (const { episode_id, long_guid, ...facts } of rows) {
      const whole = { ...facts, guid: long_guid ?? facts.guid, former_urls: [] };
      await keepEpisodeAddresses(database, episode_id, whole, () => false);
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.episode_id ?? after;
  }
}

const KEPT = 'earlier players kept';

/** The same for the players that programs ask for: later imports keep them at once. */
export async function keepEarlierPlayersOnce(database: Database): Promise<void> {
  if ((await readFacts(database)).has(KEPT)) return;
  await keepEarlierPlayers(database);
  await noteFact(database, KEPT);
}

function readBatch(database: Database, after: number) {
  return database
    .selectFrom('episodes')
    .select(['episode_id', 'guid', 'long_guid', 'enclosure_url', 'link_url', 'extra_xml'])
    .where('is_listed', '=', true)
    .where('enclosure_url', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('former_addresses')
            .select('key')
            .whereRef('former_addresses.episode_id', '=', 'episodes.episode_id'),
        ),
      ),
    )
    .where('episode_id', '>', after)
    .orderBy('episode_id')
    .limit(BATCH)
    .execute();
}
