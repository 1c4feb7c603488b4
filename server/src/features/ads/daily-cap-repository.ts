import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { AdEventName, HandedOut } from './sign-events.ts';

// A row of `ad_hearings` belongs to one campaign, one browser (`client`) and one day (UTC):
//   count          how often the browser has heard the campaign
//   open_requests  the ads calls whose ad was sent and not played yet
//   open_until     when those stop to count
// The impressions and the open ads together stay within the cap of the campaign. Only the fragments below know that rule.

const TODAY = sql<string>`(now() at time zone 'UTC')::date`;
/** Most ads that are played at all are played within this time. */
const OPEN_FOR = sql`interval '30 minutes'`;

const OPEN = sql`(
  case when ad_hearings.open_until > now() then ad_hearings.open_requests else '{}' end)`;

/** How many more impressions the cap allows. Null for a campaign without a cap. */
const IMPRESSIONS_LEFT = sql`(
  (select daily_cap from ad_campaigns as of_row where of_row.campaign_id = ad_hearings.campaign_id)
  - ad_hearings.count)`;

/** The browser may get the campaign once more. */
const HAS_ROOM = sql<boolean>`((cardinality(${OPEN}) < ${IMPRESSIONS_LEFT}) is not false)`;

/** The campaigns whose daily cap is reached for some of these clients. */
export function listUsedUp(database: Database, clients: readonly string[]) {
  return database
    .selectFrom('ad_hearings')
    .select(['client', 'campaign_id'])
    .where(sql<boolean>`client = any(${clients})`)
    .where('day', '=', TODAY)
    .where(sql<boolean>`not ${HAS_ROOM}`)
    .execute();
}

export type OpenAd = Pick<HandedOut, 'campaign' | 'client' | 'request'>;

/**
 * Records the ads to be sent, as far as the caps of their campaigns allow, and returns the ids of their calls by
 * campaign and client. It is one statement: it waits for others that change the same rows, and then sees their
 * changes.
 */
export async function holdAds(database: Database, ads: readonly OpenAd[]) {
  const { rows } = await sql<{ campaign: number; client: string; open: string[] }>`
    insert into ad_hearings (campaign_id, client, day, count, open_requests, open_until)
      select campaign_id, client, ${TODAY}, 0, (array_agg(request))[1:daily_cap], now() + ${OPEN_FOR}
      from jsonb_to_recordset(${JSON.stringify(ads)}::jsonb)
        as ad (campaign integer, client text, request uuid)
      join ad_campaigns on campaign_id = campaign and daily_cap is not null
      group by campaign_id, client
      order by campaign_id, client -- two statements lock their rows in the same order
    on conflict (campaign_id, client, day) do update set
      open_requests = (${OPEN} || excluded.open_requests)[1:${IMPRESSIONS_LEFT}],
      open_until = excluded.open_until
      where ${HAS_ROOM}
    returning campaign_id as campaign, client, open_requests as open
  `.execute(database);
  return rows;
}

/**
 * Counts an event, unless it was already counted. An impression above the cap is not counted either. It is one
 * statement, so that a kill counts it completely or not at all.
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
        where (${IMPRESSIONS_LEFT} > 0) is not false
      returning campaign_id
    )
    insert into ad_counts (campaign_id, event, day, count)
      select campaign_id, ${event}, ${TODAY}, 1
      from seen where not ${isCapped}::boolean or exists (select from heard)
    on conflict (campaign_id, event, day) do update set count = ad_counts.count + 1
  `.execute(database);
}

/** Removes rows that no beacon and no cap can need. */
export async function forgetExpired(database: Database): Promise<void> {
  await database.deleteFrom('ad_events').where('expires_at', '<', sql<Date>`now()`).execute();
  await database.deleteFrom('ad_hearings').where('day', '<', TODAY).execute();
}
