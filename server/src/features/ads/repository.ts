import type { AdPosition } from 'earshot-site/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { isListed } from '../policy/policy.ts';

const isNow = sql<boolean>`(
  paused_at is null and starts_at <= now() and (ends_at is null or ends_at > now()))`;

/**
 * For queries on `shows`: true if a campaign of the show's author or of the host runs. PostgreSQL looks the campaigns
 * up once for each query, not for each row.
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

/** Updates `is_running` from the times and the pause. A trigger announces changes. */
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

/** The positions of those episodes that are public. */
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

/**
 * Campaigns that run now in the shows of these episodes: those of their authors (`user_id`), and those of the host
 * (null).
 */
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
