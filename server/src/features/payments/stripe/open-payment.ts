import { AppError } from 'earshot/contract';
import type Stripe from 'stripe';
import type { InvoiceFacts, StripeFacts } from '../subscription-state.ts';

export interface OpenPayment {
  facts: StripeFacts;
  /** For the browser of the payer. Null if there is nothing to pay. */
  clientSecret: string | null;
}

/** Reads a subscription whose newest invoice and card are expanded. @throws AppError UNAVAILABLE without an item */
export function toOpenPayment(subscription: Stripe.Subscription): OpenPayment {
  const { id, status, items, latest_invoice, pending_update } = subscription;
  const item = items.data[0];
  if (!item) throw new AppError('UNAVAILABLE', { cause: new Error('Stripe: no item') });
  const invoice = typeof latest_invoice === 'string' ? null : latest_invoice;
  const isOpen = invoice?.status === 'open';
  return {
    facts: {
      id,
      itemId: item.id,
      status,
      priceId: item.price.id,
      pendingPriceId: pending_update?.subscription_items?.[0]?.price.id ?? null,
      periodStart: item.current_period_start,
      periodEnd: item.current_period_end,
      cancelsAtPeriodEnd: cancelsWithin(item.current_period_end, subscription),
      invoice: invoice && readInvoice(invoice),
      card: readCard(subscription.default_payment_method),
    },
    clientSecret: (isOpen && invoice.confirmation_secret?.client_secret) || null,
  };
}

/** Stripe's customer portal, and a date in the dashboard, set only `cancel_at`. */
const cancelsWithin = (
  periodEnd: number,
  { cancel_at_period_end, cancel_at }: Stripe.Subscription,
): boolean => cancel_at_period_end || (cancel_at !== null && cancel_at <= periodEnd);

function readInvoice({
  id,
  status,
  billing_reason,
  amount_due,
  currency,
}: Stripe.Invoice): InvoiceFacts {
  return {
    id: id ?? '',
    isVoid: status === 'void',
    isOwed: status === 'open' || status === 'uncollectible',
    isFirst: billing_reason === 'subscription_create',
    isRenewal: billing_reason === 'subscription_cycle',
    amount: amount_due,
    currency,
  };
}

function readCard(method: Stripe.Subscription['default_payment_method']): StripeFacts['card'] {
  if (method === null || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month, exp_year } = method.card;
  return { brand, last4, exp_month, exp_year };
}
