import type { Plan } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal, type Said } from '../../platform/http/refusal.ts';
import { createTurns } from '../../platform/threads/turns.ts';
import { planInForce } from '../payments/payments.ts';
import * as repository from './quota-repository.ts';

/** An upload of unknown length reserves its part of the quota in steps, so that few checkpoints must query it. */
const STEP_BYTES = 64_000_000;

/**
 * Uploads of one user, or of one file, wait for each other in the database, and each waits with a connection. Only two
 * do so, or they would leave none for other requests.
 */
export const inTurn = createTurns({
  atOnceMax: 2,
  waitingMax: 1_000,
  busyMessage: 'Too many uploads at once.',
});

type Limits = Pick<FeatureDeps['config'], 'uploadMaxBytes' | 'uploadQuotaBytes'>;

export interface Request {
  userId: number;
  /** Null for an upload that does not exist yet. */
  uploadId: number | null;
  bytes: number;
}

/**
 * Checks that the user may store this many bytes in one upload. Call it in the transaction that reserves them.
 * @param spareBytes how much smaller the upload may turn out to be: the quota may lack as much
 * @returns how many of the bytes the quota has room for
 * @throws AppError PAYLOAD_TOO_LARGE, with the remaining bytes
 */
export async function requireRoom(
  database: Database,
  { config, userId, uploadId, bytes }: Request & Pick<FeatureDeps, 'config'>,
  spareBytes = 0,
): Promise<number> {
  const plan = await planInForce(database, userId);
  const most = fileLimit(config, plan);
  if (bytes > most) throw tooLarge({ words: 'file_too_large', values: { size: inWords(most) } });
  const left = await bytesLeft(database, { config, userId, uploadId, plan });
  if (bytes - spareBytes <= left) return Math.min(bytes, left);
  throw quotaFull(bytes, left);
}

export const quotaFull = (bytes: number, left: number) =>
  tooLarge({ words: 'quota_full', values: { size: inWords(bytes), left: inWords(left) } });

/** The limit of one file: no plan allows more than the host can take. */
const fileLimit = ({ uploadMaxBytes }: Limits, plan: Plan | null) =>
  Math.min(uploadMaxBytes, plan?.upload_bytes ?? uploadMaxBytes);

/** The limit of one file of the user. */
export const maxFileBytes = async (
  { database, config }: Pick<FeatureDeps, 'database' | 'config'>,
  userId: number,
): Promise<number> => fileLimit(config, await planInForce(database, userId));

/** The size that the next file of the user may have, and the rest of the quota. */
export async function roomOf(
  database: Database,
  { config, userId }: Pick<Request, 'userId'> & { config: Limits },
): Promise<{ fileMax: number; left: number }> {
  const plan = await planInForce(database, userId);
  const left = await bytesLeft(database, { config, userId, uploadId: null, plan });
  return { fileMax: fileLimit(config, plan), left };
}

/** An administrator's setting for the user precedes that of the plan, which precedes the host's own limit. */
async function bytesLeft(
  database: Database,
  {
    config,
    userId,
    uploadId,
    plan,
  }: Omit<Request, 'bytes'> & { config: Limits; plan: Plan | null },
): Promise<number> {
  const allowance = await repository.lockAllowance(database, userId, uploadId);
  const usual = plan?.storage_bytes ?? config.uploadQuotaBytes;
  const unlimited = allowance.isAdmin ? Number.POSITIVE_INFINITY : usual;
  return Math.max(0, (allowance.quotaBytes ?? unlimited) - allowance.usedBytes);
}

/** Reserves room for the next part of an upload of unknown length. Returns the length that it may reach now. */
export async function reserveMore(
  { database, config }: Pick<FeatureDeps, 'database' | 'config'>,
  { userId, uploadId, bytes }: Request & { uploadId: number },
): Promise<number> {
  const reserve = async (transaction: Database) => {
    await requireRoom(transaction, { config, userId, uploadId, bytes });
    const plan = await planInForce(transaction, userId);
    const left = await bytesLeft(transaction, { config, userId, uploadId, plan });
    const reserved = Math.min(bytes + STEP_BYTES, left, fileLimit(config, plan));
    await repository.setReserved(transaction, uploadId, reserved);
    return reserved;
  };
  return inTurn(() => database.transaction().execute(reserve));
}

const tooLarge = (said: Said) => new Refusal('PAYLOAD_TOO_LARGE', [{ ...said, field: 'file' }]);

function inWords(bytes: number): string {
  const [value, unit] = bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
