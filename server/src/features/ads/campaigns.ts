import { AppError } from 'earshot/contract';
import { AD_DURATION_MAX_S } from 'earshot/internal';
import type { AdCampaign } from 'earshot-site/contract';
import type { Static } from 'typebox';
import type { EndingAccount, FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { readTitle } from '../../platform/text/title.ts';
import { audioAddress } from '../media/media.ts';
import type { CampaignRow } from './campaign-repository.ts';
import * as campaigns from './campaign-repository.ts';
import { settleRunning } from './repository.ts';
import type { CampaignBody } from './schema.ts';

type Deps = Pick<FeatureDeps, 'config' | 'database'>;

const LISTED_MAX = 200;

export interface CampaignName {
  owner: campaigns.Owner;
  campaignId: number;
}

/** A campaign as sent by a client. `media_id` is the id of an upload. */
export type CampaignInput = Static<typeof CampaignBody>;

export async function listCampaigns({ config, database }: Deps, owner: campaigns.Owner) {
  const rows = await campaigns.listCampaigns(database, owner, LISTED_MAX);
  return rows.map((row) => toCampaign(row, config.mediaUrl));
}

/** @throws AppError NOT_FOUND */
export async function getCampaign({ config, database }: Deps, { owner, campaignId }: CampaignName) {
  const row = await campaigns.findCampaign(database, owner, campaignId);
  if (!row) throw new AppError('NOT_FOUND');
  return toCampaign(row, config.mediaUrl);
}

/**
 * Creates a campaign. It begins now and has no end, unless the input says otherwise.
 * @param userId the user who uploaded the audio
 * @throws AppError INVALID_REQUEST
 */
export async function createCampaign(
  deps: Deps,
  { owner, userId }: { owner: campaigns.Owner; userId: number },
  input: CampaignInput & { title: string; media_id: number },
): Promise<AdCampaign> {
  const campaignId = await deps.database.transaction().execute(async (transaction) => {
    const read = await readInput({ ...deps, database: transaction }, userId, input);
    const fields = {
      title: input.title,
      media_id: input.media_id,
      positions: ['pre' as const],
      weight: 1,
      daily_cap: null,
      starts_at: null,
      ends_at: null,
      paused_at: null,
      ...read,
    };
    requireOrder({ ...fields, starts_at: fields.starts_at ?? new Date() });
    const id = await campaigns.insertCampaign(transaction, owner, fields);
    await settleRunning(transaction, id);
    return id;
  });
  return getCampaign(deps, { owner, campaignId });
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST */
export async function changeCampaign(
  deps: Deps,
  name: CampaignName & { userId: number },
  input: CampaignInput,
): Promise<AdCampaign> {
  await deps.database.transaction().execute(async (transaction) => {
    const row = await campaigns.findCampaign(transaction, name.owner, name.campaignId);
    if (!row) throw new AppError('NOT_FOUND');
    const fields = await readInput({ ...deps, database: transaction }, name.userId, input);
    if (fields.starts_at || fields.ends_at) requireOrder({ ...row, ...fields });
    if (row.paused_at && fields.paused_at) fields.paused_at = row.paused_at;
    await campaigns.updateCampaign(transaction, name, fields);
    await settleRunning(transaction, name.campaignId);
  });
  return getCampaign(deps, name);
}

/** Ends a campaign now. Its counts stay. @throws AppError NOT_FOUND */
export async function endCampaign(deps: Deps, name: CampaignName): Promise<AdCampaign> {
  await campaigns.endCampaign(deps.database, name);
  return getCampaign(deps, name);
}

/** Removes the campaigns of an author, so that their audio is no longer public. For the end of an account. */
export function removeCampaigns({ transaction, userId }: EndingAccount): Promise<void> {
  return campaigns.deleteCampaignsOf(transaction, userId);
}

async function readInput(
  { database }: Deps,
  userId: number,
  { title, media_id, positions, starts_at, ends_at, is_paused, ...rest }: CampaignInput,
): Promise<Partial<campaigns.CampaignFields>> {
  const fields: Partial<campaigns.CampaignFields> = {};
  for (const name of ['weight', 'daily_cap'] as const) {
    if (rest[name] !== undefined) Object.assign(fields, { [name]: rest[name] });
  }
  if (title !== undefined) fields.title = readTitle(title);
  if (positions) fields.positions = [...new Set(positions)];
  if (starts_at !== undefined) fields.starts_at = readMoment('starts_at', starts_at);
  if (ends_at !== undefined) {
    fields.ends_at = ends_at === null ? null : readMoment('ends_at', ends_at);
  }
  if (is_paused !== undefined) fields.paused_at = is_paused ? new Date() : null;
  if (media_id !== undefined) fields.media_id = await readAudio(database, userId, media_id);
  return fields;
}

/** The audio of an upload. Players refuse an ad that is too long, so such a campaign would never be played. */
async function readAudio(database: Database, userId: number, uploadId: number): Promise<number> {
  const audio = await campaigns.findAudio(database, { userId, uploadId });
  if (!audio) throw invalid('media_id', 'upload_unready');
  if (audio.duration > AD_DURATION_MAX_S) {
    throw invalid('media_id', 'too_long', { n: AD_DURATION_MAX_S / 60 });
  }
  return audio.media_id;
}

/** The schema allows leap seconds, which a Date cannot hold. */
function readMoment(name: string, text: string): Date {
  const moment = new Date(text);
  if (!Number.isNaN(moment.getTime())) return moment;
  throw invalid(name, 'format_date-time');
}

function requireOrder({
  starts_at,
  ends_at,
}: Pick<campaigns.CampaignFields, 'starts_at' | 'ends_at'>) {
  if (ends_at && ends_at <= starts_at) throw invalid('ends_at', 'after_start');
}

function toCampaign(
  { sha256, extension, starts_at, ends_at, paused_at, ...row }: CampaignRow,
  mediaUrl: string,
): AdCampaign {
  return {
    ...row,
    http_url: audioAddress(sha256, extension, mediaUrl),
    starts_at: starts_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
    paused_at: paused_at?.toISOString() ?? null,
  };
}
