import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

const POPULARITY_LOCK = 0x5ea; // namespace of the advisory lock below, shared with the search documents
const DAYS = 30; // days of activity that count
const HALF_LIFE_DAYS = 7;
const ONE_USER_MAX = 5; // limit for one show, so that a single person cannot make it popular

/** The value of one activity on its day. */
const WORTH = { like: 1, message: 1, fan: 1, favorite: 3 } as const;

/** False while another process computes. */
export async function takePopularityLock(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${POPULARITY_LOCK}, 1) as taken`.execute(transaction);
  return rows[0]?.taken === true;
}

/**
 * Replaces the scores of all shows by current ones. Activity of an owner in their own show does not count. The value
 * halves every seven days.
 */
export async function savePopularity(database: Database): Promise<void> {
  await sql`
    with deed as (
      select show_id, likes.user_id, likes.created_at, ${WORTH.like}::real as worth
        from likes join episodes using (episode_id)
      union all
      select show_id, messages.user_id, messages.created_at, ${WORTH.message}
        from messages join episodes using (episode_id)
      union all
      select show_id, user_id, created_at, ${WORTH.favorite} from favorites
      union all
      select show_id, follower_id, followings.created_at, ${WORTH.fan}
        from followings join shows on shows.user_id = followings.followed_id
    ), by_user as (
      select deed.show_id, least(${ONE_USER_MAX}, sum(worth * power(0.5,
        extract(epoch from greatest(interval '0', now() - deed.created_at)) / 86400 / ${HALF_LIFE_DAYS}))) as score
      from deed join shows using (show_id)
      where deed.created_at > now() - ${DAYS} * interval '1 day'
        and deed.user_id <> shows.user_id and shows.deleted_at is null
      group by deed.show_id, deed.user_id
    ), scored as (
      select show_id, round(sum(score)::numeric, 3)::real as score from by_user group by show_id
    ), gone as (
      delete from show_popularity as old
      where not exists (select from scored where scored.show_id = old.show_id)
    )
    insert into show_popularity as old (show_id, score)
    select show_id, scored.score from scored join shows using (show_id)
    where scored.score > 0
    for key share of shows
    on conflict (show_id) do update set score = excluded.score
    where old.score is distinct from excluded.score`.execute(database);
}

/** Records the shows whose document has an outdated standing. */
export async function noteChangedStandings(
  database: Database,
  { daysPerDoubling, stepDays }: { daysPerDoubling: number; stepDays: number },
): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await database
    .insertInto('search_changes')
    .columns(['kind', 'id'])
    .expression(
      database
        .selectFrom('search_documents as document')
        .leftJoin('show_popularity', 'show_id', 'id')
        .select(['kind', 'id'])
        .where('kind', '=', 'show')
        .where(
          sql<boolean>`abs(standing - extract(epoch from moment) / 86400
            - ${daysPerDoubling} * log(2, (1 + coalesce(score, 0))::numeric)) > ${stepDays}`,
        ),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n) await sql`notify search`.execute(database);
}
