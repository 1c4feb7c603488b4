import type Stripe from 'stripe';
import { askForOne, isStripeId } from './ask-stripe.ts';

/** A card that a payer has entered and the bank has allowed. */
export interface NewCard {
  customerId: string;
  /** Null if the payer has not finished. */
  methodId: string | null;
}

export const cardsAtStripe = (stripe: Stripe) => ({
  /** Begins to store a card. Returns a client secret for the payer's browser. Null if Stripe has no such customer. */
  async beginCard(customer: string): Promise<string | null> {
    const params = { customer, payment_method_types: ['card'], usage: 'off_session' as const };
    return (await askForOne(stripe.setupIntents.create(params)))?.client_secret ?? null;
  },

  /** Null if Stripe has no such attempt, or one without a customer. */
  async findNewCard(intentId: string): Promise<NewCard | null> {
    if (!isStripeId(intentId, 'seti')) return null;
    const found = await askForOne(stripe.setupIntents.retrieve(intentId));
    if (!found?.customer) return null;
    const { status, payment_method } = found;
    return {
      customerId: idOf(found.customer),
      methodId: status === 'succeeded' && payment_method ? idOf(payment_method) : null,
    };
  },
});

const idOf = (named: string | { id: string }): string =>
  typeof named === 'string' ? named : named.id;
