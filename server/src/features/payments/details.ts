import { AppError } from 'earshot/contract';
import type { BillingDetails } from 'earshot-site/contract';
import { Refusal, type Said } from '../../platform/http/refusal.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { alone, type PaymentDeps, requireRow } from './follow-stripe.ts';
import { findRow } from './repository.ts';
import { taxIdType } from './tax-id-type.ts';

/**
 * Returns the billing details of a member. Null if there are none yet. Only Stripe stores them. @throws AppError
 * UNAVAILABLE
 */
export async function getDetails(deps: PaymentDeps, userId: number) {
  const row = await findRow(deps.database, userId);
  const customerId = row?.stripe_customer_id ?? null;
  return customerId === null ? null : deps.gateway.readDetails(customerId);
}

/**
 * Sets the billing details for later invoices.
 * @throws AppError INVALID_REQUEST, NOT_FOUND if the member has never begun to pay or Stripe has no such customer,
 * UNAVAILABLE
 */
export function setDetails(deps: PaymentDeps, userId: number, details: BillingDetails) {
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

/** @throws AppError INVALID_REQUEST, which names all wrong fields */
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
  const said = (['name', 'line1', 'city'] as const)
    .filter((field) => details[field] === '')
    .map((field): Said => ({ field, words: 'required' }));
  if (details.tax_id !== '' && taxIdType(details.country) === null) {
    said.push({ field: 'tax_id', words: 'tax_country' });
  }
  if (said.length > 0) throw new Refusal('INVALID_REQUEST', said);
  return details;
}
