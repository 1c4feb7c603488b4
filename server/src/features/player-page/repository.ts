import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface GoneEpisode {
  /** Null if another user than an author deleted the episode, or if it was removed for good. */
  title: string | null;
  /** Null if the show is gone too. */
  show_id: number | null;
}

/** A deleted episode that was public. Null for every other one. */
export async function findGone(database: Database, episodeId: number): Promise<GoneEpisode | null> {
  const { rows } = await sql<GoneEpisode>`
    select
      case when shows.user_id = deleted_by or exists (
        select from show_members as member
        where member.show_id = shows.show_id and member.user_id = deleted_by
      ) then episodes.title end as title,
      show_id
    from episodes join shows using (show_id)
    where episode_id = ${episodeId} and state in ('published', 'live')
      and (episodes.deleted_at is not null or shows.deleted_at is not null)
    union all
    select null, show_id from gone_episodes where episode_id = ${episodeId}`.execute(database);
  return rows[0] ?? null;
}

export async function isShowDeleted(database: Database, showId: number): Promise<boolean> {
  const row = await database
    .selectFrom('shows')
    .select('show_id')
    .where('show_id', '=', showId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface PlaceOptions {
  player_options: string;
  player_override: boolean;
}

/** The author's options for all players of a show, or of the show of an episode. Null if there are none. */
export async function findPlaceOptions(
  database: Database,
  named: { kind: 'episode' | 'show'; id: number },
): Promise<PlaceOptions | null> {
  const ofEpisode = sql`(select show_id from episodes where episode_id = ${named.id})`;
  const { rows } = await sql<PlaceOptions>`
    select player_options, player_override from shows
    where show_id = ${named.kind === 'show' ? named.id : ofEpisode} and player_options <> ''
    `.execute(database);
  return rows[0] ?? null;
}
