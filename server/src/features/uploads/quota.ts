import { AppError } from 'earshot/contract';
import type { Plan } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { planInForce } from '../payments/payments.ts';
import * as repository from './quota-repository.ts';

/** An upload of unknown length takes its share of the quota in steps, so that few checkpoints have to ask for it. */
const STEP_BYTES = 64_000_000;

type Limits = Pick<FeatureDeps['config'], 'uploadMaxBytes' | 'uploadQuotaBytes'>;

export interface Request {
  userId: number;
  /** Null for an upload to come. */
  uploadId: number | null;
  bytes: number;
}

/**
 * Checks that the user may store so many bytes in one upload. Call it in the transaction that writes them down.
 * @throws AppError PAYLOAD_TOO_LARGE, with what is left
 */
export async function requireRoom(
  database: Database,
  { config, userId, uploadId, bytes }: Request & Pick<FeatureDeps, 'config'>,
): Promise<void> {
  const plan = await planInForce(database, userId);
  const most = fileLimit(config, plan);
  if (bytes > most) throw tooLarge(`may have ${inWords(most)} at most`);
  const left = await bytesLeft(database, { config, userId, uploadId, plan });
  if (bytes <= left) return;
  throw tooLarge(
    `needs ${inWords(bytes)}, but only ${inWords(left)} of your quota are left; delete uploads that you do not need`,
  );
}

/** What one file may have: no plan allows more than the host can take. */
const fileLimit = ({ uploadMaxBytes }: Limits, plan: Plan | null) =>
  Math.min(uploadMaxBytes, plan?.upload_bytes ?? uploadMaxBytes);

/** What one file of the user may have. */
export const maxFileBytes = async (
  { database, config }: Pick<FeatureDeps, 'database' | 'config'>,
  userId: number,
): Promise<number> => fileLimit(config, await planInForce(database, userId));

/** What an administrator has set for the user comes before his plan, and that before the host's own limit. */
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

/** Takes room for an upload of unknown length that has come so far. Returns the bytes that it may reach now. */
export async function reserveMore(
  { database, config }: Pick<FeatureDeps, 'database' | 'config'>,
  { userId, uploadId, bytes }: Request & { uploadId: number },
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await requireRoom(transaction, { config, userId, uploadId, bytes });
    const plan = await planInForce(transaction, userId);
    const left = await bytesLeft(transaction, { config, userId, uploadId, plan });
    const reserved = Math.min(bytes + STEP_BYTES, left, fileLimit(config, plan));
    await repository.setReserved(transaction, uploadId, reserved);
    return reserved;
  });
}

const tooLarge = (words: string) =>
  new AppError('PAYLOAD_TOO_LARGE', { messages: [`file: ${words}`] });

function inWords(bytes: number): string {
  const [value, unit] = bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
