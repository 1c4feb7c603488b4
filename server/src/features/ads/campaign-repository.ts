import type { AdPosition } from 'earshot-site/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** The owner of campaigns: an author, or the host (null). */
export type Owner = number | null;

export interface CampaignFields {
  title: string;
  media_id: number;
  positions: AdPosition[];
  weight: number;
  daily_cap: number | null;
  starts_at: Date;
  ends_at: Date | null;
  paused_at: Date | null;
}

const countOf = (event: 'impression' | 'complete') => sql<number>`coalesce((
  select sum(count) from ad_counts
  where ad_counts.campaign_id = ad_campaigns.campaign_id and event = ${event}), 0)::int`;

const isOf = (owner: Owner) => sql<boolean>`ad_campaigns.user_id is not distinct from ${owner}`;

const selectCampaigns = (database: Database, owner: Owner) =>
  database
    .selectFrom('ad_campaigns')
    .innerJoin('media', 'media.media_id', 'ad_campaigns.media_id')
    .select(['campaign_id', 'user_id', 'title', 'weight', 'daily_cap'])
    .select(['starts_at', 'ends_at', 'paused_at'])
    .select(['sha256', 'extension', 'duration'])
    .select(sql<AdPosition[]>`positions`.as('positions'))
    .select([countOf('impression').as('impressions'), countOf('complete').as('completes')])
    .where(isOf(owner));

export type CampaignRow = Awaited<ReturnType<typeof listCampaigns>>[number];

/** The latest first. */
export function listCampaigns(database: Database, owner: Owner, limit: number) {
  return selectCampaigns(database, owner).orderBy('campaign_id', 'desc').limit(limit).execute();
}

export async function findCampaign(database: Database, owner: Owner, campaignId: number) {
  const row = await selectCampaigns(database, owner)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst();
  return row ?? null;
}

/** The audio of a ready upload of this user. Null if there is no such upload. */
export async function findAudio(
  database: Database,
  { userId, uploadId }: { userId: number; uploadId: number },
): Promise<{ media_id: number; duration: number } | null> {
  const row = await database
    .selectFrom('uploads')
    .innerJoin('media', 'media.media_id', 'uploads.media_id')
    .select(['media.media_id', 'media.duration'])
    .where('upload_id', '=', uploadId)
    .where('uploads.user_id', '=', userId)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row ?? null;
}

/** Without a start it begins now, by the same clock that decides whether it runs. */
export async function insertCampaign(
  database: Database,
  owner: Owner,
  fields: Omit<CampaignFields, 'starts_at'> & { starts_at: Date | null },
): Promise<number> {
  const { campaign_id } = await database
    .insertInto('ad_campaigns')
    .values({ ...fields, starts_at: fields.starts_at ?? sql<Date>`now()`, user_id: owner })
    .returning('campaign_id')
    .executeTakeFirstOrThrow();
  return campaign_id;
}

export async function updateCampaign(
  database: Database,
  { owner, campaignId }: { owner: Owner; campaignId: number },
  fields: Partial<CampaignFields>,
): Promise<void> {
  await database
    .updateTable('ad_campaigns')
    .set({ ...fields, user_id: owner }) // an update needs a column, and this one does not change
    .where(isOf(owner))
    .where('campaign_id', '=', campaignId)
    .execute();
}

/** Ends a campaign now. A campaign that has already ended keeps its end. */
export async function endCampaign(
  database: Database,
  { owner, campaignId }: { owner: Owner; campaignId: number },
): Promise<void> {
  await database
    .updateTable('ad_campaigns')
    .set({ ends_at: sql<Date>`least(ends_at, now())`, is_running: false })
    .where(isOf(owner))
    .where('campaign_id', '=', campaignId)
    .execute();
}

export async function deleteCampaignsOf(database: Database, userId: number): Promise<void> {
  await database.deleteFrom('ad_campaigns').where('user_id', '=', userId).execute();
}
