import type { BillingDetails } from 'earshot-site/contract';
import type Stripe from 'stripe';
import { invalid } from '../../../platform/http/refusal.ts';
import { taxIdType } from '../tax-id-type.ts';
import { askForOne, askStripe, makeOnce, readError } from './ask-stripe.ts';

export const customersAtStripe = (stripe: Stripe) => ({
  /** A repeated call with the same attempt returns the same customer. */
  async createCustomer(attemptId: string, userId: number): Promise<string> {
    const metadata = { user_id: String(userId) };
    return makeOnce(`customer-${attemptId}`, {
      find: async () => null, // a customer without subscriptions costs nothing
      make: async (options) => (await stripe.customers.create({ metadata }, options)).id,
    });
  },

  /** False if the customer was deleted at Stripe, or belongs to the keys of another account. */
  async hasCustomer(customerId: string): Promise<boolean> {
    const found = await askForOne(stripe.customers.retrieve(customerId));
    return found !== null && !found.deleted;
  },

  /** Billing details of the payer. Null if there are none yet, or Stripe has no such customer. */
  async readDetails(customerId: string): Promise<BillingDetails | null> {
    const answers = await askForOne(
      Promise.all([
        stripe.customers.retrieve(customerId),
        stripe.customers.listTaxIds(customerId, { limit: 1 }),
      ]),
    );
    if (answers === null) return null;
    const [found, taxIds] = answers;
    if (found.deleted || !found.address || !found.name) return null;
    const { line1, line2, postal_code, city, state, country } = found.address;
    return {
      name: found.name,
      line1: line1 ?? '',
      line2: line2 ?? '',
      postal_code: postal_code ?? '',
      city: city ?? '',
      state: state ?? '',
      country: country ?? '',
      tax_id: taxIds.data[0]?.value ?? '',
    };
  },

  /** Sets the billing details for later invoices. @throws AppError INVALID_REQUEST if Stripe refuses the tax number */
  async writeDetails(customerId: string, details: BillingDetails): Promise<void> {
    const { name, tax_id, ...address } = details;
    await replaceTaxId(stripe, customerId, details);
    await askStripe(stripe.customers.update(customerId, { name, address }));
  },
});

/** The new number comes first: if Stripe refuses it, the old one stays. */
async function replaceTaxId(
  stripe: Stripe,
  customerId: string,
  { tax_id: value, country }: BillingDetails,
): Promise<void> {
  const { data: before } = await askStripe(stripe.customers.listTaxIds(customerId, { limit: 100 }));
  const type = value === '' ? null : taxIdType(country);
  const isKept = (one: Stripe.TaxId) => one.value === value && one.type === type;
  if (type !== null && !before.some(isKept)) {
    const made = stripe.customers.createTaxId(customerId, { type, value }).catch((cause) => {
      if (readError(cause).code !== 'tax_id_invalid') throw cause;
      return null;
    });
    if ((await askStripe(made)) === null) throw invalid('tax_id', 'tax_id');
  }
  for (const old of before.filter((one) => !isKept(one))) {
    await askStripe(stripe.customers.deleteTaxId(customerId, old.id));
  }
}
