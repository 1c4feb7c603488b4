import type { AdPosition } from 'earshot/internal';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { isListed } from '../policy/policy.ts';
import type { AdEventName, HandedOut } from './sign-events.ts';

const isNow = sql<boolean>`(starts_at <= now() and (ends_at is null or ends_at > now()))`;
const TODAY = sql<string>`(now() at time zone 'UTC')::date`;

export async function isAnyRunning(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom('ad_campaigns')
    .select('campaign_id')
    .where('is_running', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Brings `is_running` in step with the times. A trigger announces what changes. */
export async function settleRunning(database: Database, campaignId?: number): Promise<void> {
  await database
    .updateTable('ad_campaigns')
    .set({ is_running: isNow })
    .where('is_running', '<>', isNow)
    .$if(campaignId !== undefined, (query) => query.where('campaign_id', '=', campaignId ?? 0))
    .execute();
}

export async function readKey(database: Database): Promise<Buffer> {
  const { key } = await database.selectFrom('ad_keys').select('key').executeTakeFirstOrThrow();
  return key;
}

/** The positions of an episode that everybody may hear. Null if there is none. */
export async function findPositions(database: Database, episodeId: number) {
  const row = await database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('media', 'media.media_id', 'episodes.media_id')
    .select(['shows.user_id', 'episodes.preroll', 'episodes.midrolls', 'episodes.postroll'])
    .select(sql<number>`coalesce(media.duration, episodes.claimed_duration, 0)`.as('duration'))
    .where('episodes.episode_id', '=', episodeId)
    .where(isListed(ANONYMOUS))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Campaigns that run now in the shows of an author. With a client, those that he has heard often enough today are left
 * out.
 */
export async function listRunning(database: Database, userId: number, client: string) {
  return database
    .selectFrom('ad_campaigns')
    .innerJoin('media', 'media.media_id', 'ad_campaigns.media_id')
    .select(['campaign_id', 'weight', 'daily_cap', 'sha256', 'extension', 'duration'])
    .select(sql<AdPosition[]>`positions`.as('positions'))
    .where(isNow)
    .where(sql<boolean>`(user_id is null or user_id = ${userId})`)
    .where(
      sql<boolean>`(daily_cap is null or daily_cap > coalesce((
        select count from ad_hearings where ad_hearings.campaign_id = ad_campaigns.campaign_id
          and client = ${client} and day = ${TODAY}), 0))`,
    )
    .orderBy('campaign_id')
    .execute();
}

export type RunningCampaign = Awaited<ReturnType<typeof listRunning>>[number];

/** Counts an event, unless it was counted before. One statement, so that a kill counts it wholly or not at all. */
export async function countEvent(
  database: Database,
  event: AdEventName,
  { campaign, request, expires, client }: HandedOut,
): Promise<void> {
  await sql`
    with seen as (
      insert into ad_events (request_id, campaign_id, event, expires_at)
        select ${request}::uuid, campaign_id, ${event}, to_timestamp(${expires})
        from ad_campaigns where campaign_id = ${campaign}
      on conflict do nothing returning campaign_id
    ), counted as (
      insert into ad_counts (campaign_id, event, day, count)
        select campaign_id, ${event}, ${TODAY}, 1 from seen
      on conflict (campaign_id, event, day) do update set count = ad_counts.count + 1
    )
    insert into ad_hearings (campaign_id, client, day, count)
      select campaign_id, ${client}, ${TODAY}, 1 from seen
      where ${event === 'impression' && client !== ''}::boolean
    on conflict (campaign_id, client, day) do update set count = ad_hearings.count + 1
  `.execute(database);
}

/** Removes what no beacon and no cap can need any more. */
export async function forgetExpired(database: Database): Promise<void> {
  await database.deleteFrom('ad_events').where('expires_at', '<', sql<Date>`now()`).execute();
  await database.deleteFrom('ad_hearings').where('day', '<', TODAY).execute();
}
