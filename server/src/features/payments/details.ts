import { AppError } from 'earshot/contract';
import type { BillingDetails } from 'earshot/internal';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { alone, type PaymentDeps, requireRow } from './follow-stripe.ts';
import { findRow } from './repository.ts';
import { taxIdType } from './tax-id-type.ts';

/** What invoices say of a member. Null if he has said nothing. Only Stripe stores it. @throws AppError UNAVAILABLE */
export async function getDetails(
  deps: PaymentDeps,
  userId: number,
): Promise<BillingDetails | null> {
  const row = await findRow(deps.database, userId);
  const customerId = row?.stripe_customer_id ?? null;
  return customerId === null ? null : deps.gateway.readDetails(customerId);
}

/**
 * Later invoices say this of the member.
 * @throws AppError INVALID_REQUEST, NOT_FOUND if he has never begun to pay, or if Stripe no longer knows him, UNAVAILABLE
 */
export function setDetails(
  deps: PaymentDeps,
  userId: number,
  details: BillingDetails,
): Promise<BillingDetails | null> {
  const checked = readBillingDetails(details);
  return alone(deps, userId, async () => {
    const { stripe_customer_id: customerId } = await requireRow(deps, userId);
    if (customerId === null || !(await deps.gateway.hasCustomer(customerId))) {
      throw new AppError('NOT_FOUND');
    }
    await deps.gateway.writeDetails(customerId, checked);
    return deps.gateway.readDetails(customerId);
  });
}

/** @throws AppError INVALID_REQUEST, which names all fields that are wrong */
export function readBillingDetails(input: BillingDetails): BillingDetails {
  const clean = (text: string) => cleanLine(text, Infinity);
  const details: BillingDetails = {
    name: clean(input.name),
    line1: clean(input.line1),
    line2: clean(input.line2),
    postal_code: clean(input.postal_code),
    city: clean(input.city),
    state: clean(input.state),
    country: input.country,
    tax_id: input.tax_id.replace(/[\s.-]/g, '').toUpperCase(),
  };
  const messages = (['name', 'line1', 'city'] as const)
    .filter((field) => details[field] === '')
    .map((field) => `${field}: is required`);
  if (details.tax_id !== '' && taxIdType(details.country) === null) {
    messages.push('tax_id: this host knows no tax numbers of this country. Leave it out');
  }
  if (messages.length > 0) throw new AppError('INVALID_REQUEST', { messages });
  return details;
}
