import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { listPasskeys, removePasskeys } from '../passkeys/passkeys.ts';
import { describeSecondFactor, endSecondFactor } from '../second-factor/second-factor.ts';
import { sendSignInChange } from './account-mails.ts';
import { lockAccount } from './repository.ts';

// For the operator and administrators, whose users have lost a phone.

export async function describeFactors(database: Database, userId: number) {
  const { isOn, codesLeft } = await describeSecondFactor(database, userId);
  return { isOn, codesLeft, passkeys: await listPasskeys(database, userId) };
}

/** Removes the app and the passkeys of a user who has lost them, and informs the user. False if there was none. */
export function removeFactors(
  { database, ...deps }: Pick<FeatureDeps, 'config' | 'database' | 'mail'>,
  userId: number,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const removed = await removePasskeys(transaction, userId);
    if (!(await endSecondFactor(transaction, userId)) && removed === 0) return false;
    await sendSignInChange(transaction, deps, { kind: 'second_factor_removed', userId });
    return true;
  });
}
