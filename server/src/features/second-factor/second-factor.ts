import { randomBytes } from 'node:crypto';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { hostKey } from '../../platform/host-key.ts';
import { invalid, Refusal } from '../../platform/http/refusal.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { hashSecret } from '../../platform/secrets.ts';
import * as repository from './repository.ts';
import { findStep, newTotpSecret, toBase32, totpAddress } from './totp.ts';

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10; // 80 bits, so that their hashes cannot be guessed

type Deps = Pick<FeatureDeps, 'config' | 'database'>;

export interface SetUp {
  /** In base32, for typing. */
  secret: string;
  /** For the QR code. */
  address: string;
}

/** The state of an account's second factor. `codesLeft` are the unused recovery codes. */
export interface SecondFactor {
  isOn: boolean;
  codesLeft: number;
}

/** True if a sign-in with a password needs a second step. */
export const hasSecondFactor = (database: Database, userId: number): Promise<boolean> =>
  repository.isConfirmed(database, userId);

export async function describeSecondFactor(
  database: Database,
  userId: number,
): Promise<SecondFactor> {
  return {
    isOn: await repository.isConfirmed(database, userId),
    codesLeft: await repository.countRecoveryCodes(database, userId),
  };
}

/**
 * Begins a set-up. The secret counts after the first code of the app.
 * @throws AppError CONFLICT if the account has a second factor already
 */
export async function beginSecondFactor(
  { config, database }: Deps,
  { userId, account }: { userId: number; account: string },
): Promise<SetUp> {
  const secret = newTotpSecret();
  const sealed = seal(secret, await hostKey(config));
  if (!(await repository.insertSecret(database, { userId, secret: sealed }))) throw isOnAlready();
  return describe(config, { secret, account });
}

/** A set-up in progress. Null if there is none. */
export async function findSetUp(
  { config, database }: Deps,
  { userId, account }: { userId: number; account: string },
): Promise<SetUp | null> {
  const row = await repository.findFactor(database, userId);
  if (!row || row.confirmed_at !== null) return null;
  const secret = unseal<string>(row.secret, await hostKey(config));
  return secret === null ? null : describe(config, { secret, account });
}

const describe = (
  { productName }: Deps['config'],
  { secret, account }: { secret: string; account: string },
): SetUp => ({ secret, address: totpAddress({ secret, issuer: productName, account }) });

const isOnAlready = () => new Refusal('CONFLICT', 'second_factor_is_on');

/**
 * Ends a set-up with a code of the app. Returns the recovery codes, which are stored as hashes.
 * @throws AppError INVALID_REQUEST for a wrong code, CONFLICT if there is no set-up in progress
 */
export async function confirmSecondFactor(
  { config }: Deps,
  transaction: Database,
  { userId, code }: { userId: number; code: string },
): Promise<string[]> {
  const row = await repository.findFactor(transaction, userId);
  if (!row || row.confirmed_at !== null) throw isOnAlready();
  const secret = unseal<string>(row.secret, await hostKey(config));
  const step = secret === null ? null : findStep(secret, plain(code));
  if (step === null) throw wrongCode();
  if (!(await repository.confirmSecret(transaction, { userId, step }))) throw isOnAlready();
  return renewRecoveryCodes(transaction, userId);
}

/** Makes new recovery codes. The old ones no longer work. */
export async function renewRecoveryCodes(transaction: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = codes.map((code) => hashSecret(plain(code)));
  await repository.replaceRecoveryCodes(transaction, { userId, hashes });
  return codes;
}

/** Four groups of four signs. */
const newRecoveryCode = () =>
  (toBase32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-');

/** People type codes with spaces, hyphens and capitals. */
const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase();

/**
 * Uses up a code of the app, or a recovery code. Both work once.
 * @throws AppError INVALID_REQUEST for a wrong or used code
 */
export async function useSecondFactor(
  { config, database }: Deps,
  { userId, code: typed }: { userId: number; code: string },
): Promise<'app' | 'recovery'> {
  const code = plain(typed);
  if (!/^\d{6}$/.test(code)) {
    const hash = hashSecret(code);
    if (await repository.useRecoveryCode(database, { userId, hash })) return 'recovery';
    throw wrongCode();
  }
  const row = await repository.findFactor(database, userId);
  if (!row || row.confirmed_at === null) throw wrongCode();
  const secret = unseal<string>(row.secret, await hostKey(config));
  if (secret === null) throw invalid('code', 'code_unreadable');
  const step = findStep(secret, code);
  if (step !== null && (await repository.useStep(database, { userId, step }))) return 'app';
  throw wrongCode();
}

const wrongCode = () => invalid('code', 'code_wrong');

/** Ends the second factor of an account, with its recovery codes. False if there was none. */
export const endSecondFactor = (transaction: Database, userId: number): Promise<boolean> =>
  repository.deleteFactor(transaction, userId);
