import type { Insertable } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import type { EpisodeTable, ShowTable } from '../../src/platform/database/tables.ts';

let count = 0;

/** Adds a show of a user, by SQL alone. */
export async function addShow(
  database: Database,
  userId: number,
  values: Partial<Insertable<ShowTable>> = {},
): Promise<number> {
  count += 1;
  const { show_id } = await database
    .insertInto('shows')
    .values({
      user_id: userId,
      permalink: `added-show-${count}`,
      title: `Show ${count}`,
      author: 'Jane',
      description: '',
      language: 'en',
      categories: [],
      keywords: [],
      explicit: false,
      ...values,
    })
    .returning('show_id')
    .executeTakeFirstOrThrow();
  return show_id;
}

/** Adds an episode of a show, by SQL alone: published, 60 seconds long. */
export async function addEpisode(
  database: Database,
  showId: number,
  values: Partial<Insertable<EpisodeTable>> = {},
): Promise<number> {
  count += 1;
  const { user_id } = await database
    .selectFrom('shows')
    .select('user_id')
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow();
  const { episode_id } = await database
    .insertInto('episodes')
    .values({
      show_id: showId,
      user_id,
      permalink: `added-episode-${count}`,
      title: `Episode ${count}`,
      description: '',
      explicit: false,
      published_at: new Date(),
      claimed_duration: 60,
      ...values,
    })
    .returning('episode_id')
    .executeTakeFirstOrThrow();
  return episode_id;
}
