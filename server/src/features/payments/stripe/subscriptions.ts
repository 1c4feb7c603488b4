import type { Proration } from 'earshot-site/contract';
import type Stripe from 'stripe';
import type { StripeFacts } from '../subscription-state.ts';
import { askForOne, askStripe, makeOnce, unlessRefused } from './ask-stripe.ts';
import { type OpenPayment, toOpenPayment } from './open-payment.ts';

const EXPAND = ['latest_invoice.confirmation_secret', 'default_payment_method'];
/** The difference is collected at once, or credited. */
const PRORATED = 'always_invoice';

export const subscriptionsAtStripe = (stripe: Stripe) => ({
  /** Creates a subscription whose first payment is open. A repeated call with the same attempt returns the same one. */
  async createSubscription(
    { customerId, priceId, attemptId }: { customerId: string; priceId: string; attemptId: string },
    find: () => Promise<OpenPayment | null>,
  ): Promise<OpenPayment> {
    const params: Stripe.SubscriptionCreateParams = {
      customer: customerId,
      items: [{ price: priceId }],
      payment_behavior: 'default_incomplete',
      // Cards only: every other way to pay leaves the page, and the sound would stop.
      payment_settings: {
        payment_method_types: ['card'],
        save_default_payment_method: 'on_subscription',
      },
      metadata: { attempt_id: attemptId },
      expand: EXPAND,
    };
    return makeOnce(`subscription-${attemptId}`, {
      find,
      make: async (options) => toOpenPayment(await stripe.subscriptions.create(params, options)),
    });
  },

  /** Null if Stripe has no subscription of this name, e.g. because the keys belong to another account. */
  async readSubscription(id: string): Promise<OpenPayment | null> {
    const found = await askForOne(stripe.subscriptions.retrieve(id, { expand: EXPAND }));
    return found && toOpenPayment(found);
  },

  /** Finds the subscription of an attempt whose answer never arrived. Null if Stripe has none. */
  async findSubscription(customer: string, attemptId: string): Promise<OpenPayment | null> {
    const expand = EXPAND.map((path) => `data.${path}`);
    const params = { customer, status: 'all', limit: 100, expand } as const;
    const find = async () => {
      for await (const one of stripe.subscriptions.list(params)) {
        if (one.metadata.attempt_id === attemptId) return toOpenPayment(one);
      }
      return null;
    };
    return askForOne(find());
  },

  /** Returns the cost of changing to another price now. */
  async previewPrice({ id, itemId }: StripeFacts, priceId: string): Promise<Proration> {
    const { total, amount_due, currency } = await askStripe(
      stripe.invoices.createPreview({
        subscription: id,
        subscription_details: {
          items: [{ id: itemId, price: priceId }],
          proration_behavior: PRORATED,
        },
      }),
    );
    // A credit of the member pays part of it.
    return { amount: total < 0 ? total : amount_due, currency };
  },

  /** Changes to another price once the difference is paid. Until then Stripe keeps the old one. */
  async changePrice({ id, itemId }: StripeFacts, priceId: string): Promise<OpenPayment> {
    const changed = stripe.subscriptions.update(id, {
      items: [{ id: itemId, price: priceId }],
      proration_behavior: PRORATED,
      payment_behavior: 'pending_if_incomplete',
      expand: EXPAND,
    });
    return toOpenPayment(await askStripe(changed));
  },

  /** @returns false if it has ended in the meantime */
  setCancelAtPeriodEnd(id: string, cancel_at_period_end: boolean): Promise<boolean> {
    return unlessRefused(stripe.subscriptions.update(id, { cancel_at_period_end }));
  },

  /** The subscription pays with this card from now on. */
  async setCard(id: string, default_payment_method: string): Promise<void> {
    await askStripe(stripe.subscriptions.update(id, { default_payment_method }));
  },

  /** Ends it at once. Does nothing if it has already ended. */
  async cancelNow(id: string): Promise<void> {
    await unlessRefused(stripe.subscriptions.cancel(id));
  },

  /**
   * Voids a payment. Stripe refuses if it has been paid in the meantime, so no paid subscription is lost.
   * @returns false if it is not open, e.g. because it is paid
   */
  giveUpPayment(invoiceId: string): Promise<boolean> {
    return unlessRefused(stripe.invoices.voidInvoice(invoiceId));
  },
});
