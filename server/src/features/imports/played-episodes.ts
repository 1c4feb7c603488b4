import { buildPath, SITE_ROUTES } from 'earshot/contract';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PlayedEpisode } from './convert-snippets.ts';
import { playerKeysOf } from './old-players.ts';

const BATCH = 1_000;

/** The public episodes of earlier players, by the keys of those players. */
export async function readPlayedEpisodes(
  database: Database,
  { siteUrl }: Pick<Config, 'siteUrl'>,
): Promise<ReadonlyMap<string, PlayedEpisode>> {
  const found = new Map<string, PlayedEpisode>();
  for (let after = 0; ; ) {
    const rows = await readBatch(database, after);
    for (const { episode_id, title, long_guid, user_permalink, permalink, ...facts } of rows) {
      const path = { user_permalink, episode_permalink: permalink };
      const link_url = siteUrl + buildPath(SITE_ROUTES, 'episode', path);
      for (const key of playerKeysOf({ ...facts, guid: long_guid ?? facts.guid })) {
        if (!found.has(key)) found.set(key, { episode_id, title, link_url });
      }
    }
    if (rows.length < BATCH) return found;
    after = rows.at(-1)?.episode_id ?? after;
  }
}

function readBatch(database: Database, after: number) {
  return database
    .selectFrom('episodes')
    .innerJoin('users', 'users.user_id', 'episodes.user_id')
    .select([
      'episodes.episode_id',
      'episodes.title',
      'episodes.permalink',
      'episodes.guid',
      'episodes.long_guid',
      'episodes.enclosure_url',
      'episodes.link_url',
      'episodes.extra_xml',
      'users.permalink as user_permalink',
    ])
    .where('episodes.is_listed', '=', true)
    .where('episodes.episode_id', '>', after)
    .orderBy('episodes.episode_id')
    .limit(BATCH)
    .execute();
}
