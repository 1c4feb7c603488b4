import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Period } from './log-store.ts';
import type { Window } from './method.ts';

/** A user who wants the weekly mail. */
export interface Receiver {
  user_id: number;
  email: string;
  language: string;
}

const wantsMail = (monday: string) => sql<boolean>`(weekly_mail_language is not null
  and deleted_at is null and email_verified_at is not null
  and (weekly_mail_on is null or weekly_mail_on < ${monday}::date))`;

/**
 * Users whose mail of this Monday (YYYY-MM-DD) is still missing, by id.
 * @param range after the last user of the range before
 */
export async function listReceivers(
  database: Database,
  { monday, after, limit }: { monday: string; after: number; limit: number },
): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select user_id, email, weekly_mail_language as language from users
    where user_id > ${after} and ${wantsMail(monday)} order by user_id limit ${limit}`.execute(
    database,
  );
  return rows;
}

/** Marks the mail of a Monday. False if it is marked already, or no longer wanted at this address. */
export async function claimMail(
  transaction: Database,
  { user_id, email }: Receiver,
  monday: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ weekly_mail_on: monday })
    .where('user_id', '=', user_id)
    .where('email', '=', email)
    .where(wantsMail(monday))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An episode with downloads in the week or in the week before. */
interface WeekEpisode {
  show_id: number;
  show: string;
  title: string;
  downloads: number;
  before: number;
}

/** The episodes of all shows that a user owns or edits. */
export async function listWeekEpisodes(
  database: Database,
  userId: number,
  { from, to, before, window }: Period & { before: Date; window: Window },
): Promise<WeekEpisode[]> {
  const { rows } = await sql<WeekEpisode>`
    with own as materialized (
      select show_id, title from shows where user_id = ${userId} and deleted_at is null
      union select show_id, title from show_members join shows using (show_id)
      where show_members.user_id = ${userId} and deleted_at is null
    )
    select own.show_id, own.title as show, episodes.title,
      coalesce(sum(downloads) filter (where hour >= ${from}), 0)::integer as downloads,
      coalesce(sum(downloads) filter (where hour < ${from}), 0)::integer as before
    from own join episodes using (show_id) join download_hours using (episode_id)
    where episodes.deleted_at is null and counted_by = ${window}
      and hour >= ${before} and hour < ${to}
    group by own.show_id, own.title, episodes.episode_id
    order by downloads desc, episodes.episode_id desc`.execute(database);
  return rows;
}

export interface WeekNews {
  show_id: number;
  /** Null if none is published. */
  newest: string | null;
  published_at: Date | null;
  comments: number;
  followers: number;
}

/** The newest episode of each show, and its comments and followers of the week. */
export async function listWeekNews(
  database: Database,
  showIds: readonly number[],
  { from, to }: Period,
): Promise<WeekNews[]> {
  const { rows } = await sql<WeekNews>`
    select shows.show_id, newest.title as newest, newest.published_at,
      (select count(*)::integer from messages join episodes using (episode_id)
        where episodes.show_id = shows.show_id and episodes.deleted_at is null
          and messages.created_at >= ${from} and messages.created_at < ${to}) as comments,
      (select count(*)::integer from favorites
        where favorites.show_id = shows.show_id
          and favorites.created_at >= ${from} and favorites.created_at < ${to}) as followers
    from shows left join lateral (
      select title, published_at from episodes
      where episodes.show_id = shows.show_id and is_listed and published_at < ${to}
      order by published_at desc, episode_id desc limit 1) as newest on true
    where shows.show_id = any(${showIds}::integer[])`.execute(database);
  return rows;
}
