import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import * as repository from './quota-repository.ts';

/** An upload of unknown length takes its share of the quota in steps, so that few checkpoints have to ask for it. */
const STEP_BYTES = 64_000_000;

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
  const { uploadMaxBytes } = config;
  if (bytes > uploadMaxBytes) throw tooLarge(`may have ${inWords(uploadMaxBytes)} at most`);
  const left = await bytesLeft(database, { config, userId, uploadId });
  if (bytes <= left) return;
  throw tooLarge(
    `needs ${inWords(bytes)}, but only ${inWords(left)} of your quota are left; delete uploads that you do not need`,
  );
}

async function bytesLeft(
  database: Database,
  { config, userId, uploadId }: Omit<Request, 'bytes'> & Pick<FeatureDeps, 'config'>,
): Promise<number> {
  const allowance = await repository.lockAllowance(database, userId, uploadId);
  const unlimited = allowance.isAdmin ? Number.POSITIVE_INFINITY : config.uploadQuotaBytes;
  return Math.max(0, (allowance.quotaBytes ?? unlimited) - allowance.usedBytes);
}

/** Takes room for an upload of unknown length that has come so far. Returns the bytes that it may reach now. */
export async function reserveMore(
  { database, config }: Pick<FeatureDeps, 'database' | 'config'>,
  { userId, uploadId, bytes }: Request & { uploadId: number },
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await requireRoom(transaction, { config, userId, uploadId, bytes });
    const left = await bytesLeft(transaction, { config, userId, uploadId });
    const reserved = Math.min(bytes + STEP_BYTES, left, config.uploadMaxBytes);
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
