import { resolveLanguage } from 'earshot/internal';
import type { UploadLimits } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { findAnyPlan } from '../plans/plans.ts';
import { cardOf } from './billing.ts';
import { type MailDeps, sendEnd, sendFailure } from './payment-mails.ts';
import { noticeOf, type StoredChange } from './payment-notice.ts';
import { planInForce } from './plan-in-force.ts';
import { changeRow, findConfirmedAddress } from './repository.ts';

/**
 * Adds the mail about a change to the transaction that stores it, so that a server that dies leaves both or neither.
 * Only confirmed addresses get mail, because others may belong to a stranger.
 */
export async function tellMember(transaction: Database, deps: MailDeps, change: StoredChange) {
  const { after: row, facts } = change;
  const { user_id: userId, grace_ends_at: graceEndsAt } = row;
  const notice = noticeOf(change, new Date());
  if (notice === null) return;
  const to = await findConfirmedAddress(transaction, userId);
  const stored = await findAnyPlan(transaction, { planId: row.plan_id });
  if (to === null || stored === null) return;
  const receiver = { to, language: resolveLanguage(row.language), plan: stored.plan.name };
  if (notice === 'failed' && graceEndsAt !== null) {
    const { invoice } = facts;
    const price = invoice?.isRenewal ? { price: invoice.amount, currency: invoice.currency } : null;
    const renewal = { ...receiver, graceEndsAt, price, card: cardOf(row) };
    await changeRow(transaction, userId, { failure_mailed_for: graceEndsAt });
    await sendFailure(transaction, deps, renewal);
  }
  if (notice === 'ended') {
    const limits = await limitsNow(transaction, deps, userId);
    await changeRow(transaction, userId, { end_mailed_for: row.stripe_subscription_id });
    await sendEnd(transaction, deps, { ...receiver, limits });
  }
}

/** The limits of a free plan below the ended one, or else of the host. */
async function limitsNow(
  transaction: Database,
  { config: { uploadMaxBytes, uploadQuotaBytes } }: Pick<FeatureDeps, 'config'>,
  userId: number,
): Promise<UploadLimits> {
  const plan = await planInForce(transaction, userId);
  return {
    file: Math.min(uploadMaxBytes, plan?.upload_bytes ?? uploadMaxBytes),
    account: plan?.storage_bytes ?? uploadQuotaBytes,
  };
}
