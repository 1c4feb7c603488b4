import { AppError } from 'earshot/contract';
import type { PaymentSettings } from '../../../config/payments.ts';
import { cardsAtStripe } from './cards.ts';
import { customersAtStripe } from './customers.ts';
import { invoicesAtStripe } from './invoices.ts';
import { subscriptionsAtStripe } from './subscriptions.ts';

const API_VERSION = '2026-10-28.endive';
const ANSWER_WITHIN_MS = 20_000;

/**
 * The parts of Stripe that this host uses. Each function throws AppError UNAVAILABLE if Stripe does not answer as
 * expected.
 */
export type Gateway = Awaited<ReturnType<typeof openGateway>>;

/** The library is loaded only on hosts that take payments. */
export async function openGateway(settings: PaymentSettings) {
  const { default: StripeClient } = await import('stripe');
  const url = new URL(settings.stripeUrl);
  const stripe = new StripeClient(settings.secretKey, {
    apiVersion: API_VERSION,
    host: url.hostname,
    port: url.port || (url.protocol === 'http:' ? 80 : 443),
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    timeout: ANSWER_WITHIN_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return {
    ...customersAtStripe(stripe),
    ...subscriptionsAtStripe(stripe),
    ...cardsAtStripe(stripe),
    ...invoicesAtStripe(stripe),
    /**
     * Returns the customer of a report. Null if it concerns no customer. @throws AppError FORBIDDEN if Stripe has not
     * signed it
     */
    readReport(body: Buffer, signature: string): string | null {
      return customerOf(
        verify(() => stripe.webhooks.constructEvent(body, signature, settings.webhookSecret)),
      );
    },
  };
}

function verify(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    throw new AppError('FORBIDDEN');
  }
}

/** Events of other kinds, and of later versions, may have another shape. */
function customerOf(event: unknown): string | null {
  const { data } = (event ?? {}) as { data?: { object?: { customer?: unknown } | null } | null };
  const customer = data?.object?.customer;
  return typeof customer === 'string' ? customer : null;
}
