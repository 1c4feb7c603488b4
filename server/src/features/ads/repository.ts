import type { AdPosition } from 'earshot/internal';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { isListed } from '../policy/policy.ts';
import type { AdEventName, HandedOut } from './sign-events.ts';

const isNow = sql<boolean>`(
  paused_at is null and starts_at <= now() and (ends_at is null or ends_at > now()))`;
const TODAY = sql<string>`(now() at time zone 'UTC')::date`;

/**
 * For queries that select from `shows`: a campaign of the show's author or of the host runs. PostgreSQL looks the campaigns up
 * once for each query, not for each row.
 */
export const HAS_CAMPAIGN = sql<boolean>`(
  exists (select from ad_campaigns where is_running and user_id is null)
  or shows.user_id in (select user_id from ad_campaigns where is_running and user_id is not null))`;

export async function isAnyRunning(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom('ad_campaigns')
    .select('campaign_id')
    .where('is_running', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Brings `is_running` in step with the times and the pause. A trigger announces what changes. */
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

/** The positions of those episodes that everybody may hear. */
export function listPositions(database: Database, episodeIds: readonly number[]) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('media', 'media.media_id', 'episodes.media_id')
    .select(['episode_id', 'shows.user_id'])
    .select(['episodes.preroll', 'episodes.midrolls', 'episodes.postroll'])
    .select(sql<number>`coalesce(media.duration, episodes.claimed_duration, 0)`.as('duration'))
    .where(sql<boolean>`episodes.episode_id = any(${episodeIds})`)
    .where(isListed(ANONYMOUS))
    .execute();
}

export type EpisodePositions = Awaited<ReturnType<typeof listPositions>>[number];

/** Campaigns that run now in the shows of these episodes: those of their authors (`user_id`), and those of the host (null). */
export function listRunning(database: Database, episodeIds: readonly number[]) {
  return database
    .selectFrom('ad_campaigns')
    .innerJoin('media', 'media.media_id', 'ad_campaigns.media_id')
    .select(['campaign_id', 'user_id', 'weight', 'daily_cap', 'sha256', 'extension', 'duration'])
    .select(sql<AdPosition[]>`positions`.as('positions'))
    .where(isNow)
    .where(
      sql<boolean>`(user_id is null or user_id in (
        select shows.user_id from episodes join shows using (show_id)
        where episode_id = any(${episodeIds})))`,
    )
    .orderBy('campaign_id')
    .execute();
}

export type RunningCampaign = Awaited<ReturnType<typeof listRunning>>[number];

/** Within this time, most ads are played that will be played at all. */
const OPEN_FOR = sql`interval '30 minutes'`;
const STILL_OPEN = sql`(case when ad_hearings.open_until > now() then ad_hearings.open_requests else '{}' end)`;

/** How often these clients have heard which campaigns today, or may be about to. */
export function listHeard(database: Database, clients: readonly string[]) {
  return database
    .selectFrom('ad_hearings')
    .select(['client', 'campaign_id'])
    .select(sql<number>`count + cardinality(${STILL_OPEN})`.as('count'))
    .where(sql<boolean>`client = any(${clients})`)
    .where('day', '=', TODAY)
    .execute();
}

export type OpenAd = Pick<HandedOut, 'campaign' | 'client' | 'request'>;

/**
 * Notes the ads that are about to be sent, as far as the caps of their campaigns allow, and returns the ids of their calls by
 * campaign and client. One statement: it waits for others that change the same rows, and then sees what they have written.
 */
export async function holdAds(
  database: Database,
  ads: readonly OpenAd[],
): Promise<{ campaign: number; client: string; open: string[] }[]> {
  const cap = sql`(select daily_cap from ad_campaigns where campaign_id = excluded.campaign_id)`;
  const { rows } = await sql<{ campaign: number; client: string; open: string[] }>`
    insert into ad_hearings (campaign_id, client, day, count, open_requests, open_until)
      select campaign_id, client, ${TODAY}, 0, (array_agg(request))[1:daily_cap], now() + ${OPEN_FOR}
      from jsonb_to_recordset(${JSON.stringify(ads)}::jsonb)
        as ad (campaign integer, client text, request uuid)
      join ad_campaigns on campaign_id = campaign and daily_cap is not null
      group by campaign_id, client
      order by campaign_id, client -- two statements lock their rows in the same order
    on conflict (campaign_id, client, day) do update set
      open_requests = (${STILL_OPEN} || excluded.open_requests)[1:${cap} - ad_hearings.count],
      open_until = excluded.open_until
      where ad_hearings.count + cardinality(${STILL_OPEN}) < ${cap}
    returning campaign_id as campaign, client, open_requests as open
  `.execute(database);
  return rows;
}

/**
 * Counts an event, unless it was counted before. An impression above the cap is not counted either. One statement, so that a
 * kill counts it wholly or not at all.
 */
export async function countEvent(
  database: Database,
  event: AdEventName,
  { campaign, request, expires, client }: HandedOut,
): Promise<void> {
  const isCapped = event === 'impression' && client !== '';
  await sql`
    with seen as (
      insert into ad_events (request_id, campaign_id, event, expires_at)
        select ${request}::uuid, campaign_id, ${event}, to_timestamp(${expires})
        from ad_campaigns where campaign_id = ${campaign}
      on conflict do nothing returning campaign_id
    ), heard as (
      insert into ad_hearings (campaign_id, client, day, count)
        select campaign_id, ${client}, ${TODAY}, 1 from seen where ${isCapped}::boolean
      on conflict (campaign_id, client, day) do update set
        count = ad_hearings.count + 1,
        open_requests = array_remove(ad_hearings.open_requests, ${request}::uuid)
        where (ad_hearings.count >= (select daily_cap from ad_campaigns where campaign_id = ${campaign}))
          is not true -- null if there is no cap any more
      returning campaign_id
    )
    insert into ad_counts (campaign_id, event, day, count)
      select campaign_id, ${event}, ${TODAY}, 1
      from seen where not ${isCapped}::boolean or exists (select from heard)
    on conflict (campaign_id, event, day) do update set count = ad_counts.count + 1
  `.execute(database);
}

/** Removes what no beacon and no cap can need any more. */
export async function forgetExpired(database: Database): Promise<void> {
  await database.deleteFrom('ad_events').where('expires_at', '<', sql<Date>`now()`).execute();
  await database.deleteFrom('ad_hearings').where('day', '<', TODAY).execute();
}
