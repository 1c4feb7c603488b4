import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError } from 'earshot/contract';
import type Stripe from 'stripe';
import { askForOne, isStripeId } from './ask-stripe.ts';

export interface StripeInvoice {
  id: string;
  customerId: string | null;
  /** The number that is printed on the invoice. Null until Stripe assigns one. */
  number: string | null;
  /** https://docs.stripe.com/invoicing/overview#invoice-statuses */
  status: string;
  priceId: string | null;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  /** Seconds of Unix time. */
  createdAt: number;
  paymentId: string | null;
  /** The address of the document at Stripe. Null until there is one. */
  pdfUrl: string | null;
}

const EXPAND = ['payments'];
const PDF_WITHIN_MS = 30_000;
const ASKED_AT_ONCE = 100; // Stripe's limit for one answer
const SHOWN = ['paid', 'open', 'uncollectible'];

/** A part of the invoices of a customer. */
export interface InvoiceRange {
  customer: string;
  /** The invoice before the part. Null for the newest. */
  after: string | null;
  limit: number;
}

export const invoicesAtStripe = (stripe: Stripe) => ({
  /**
   * Lists invoices, the newest first, without drafts and void ones. Null if Stripe does not know `after`, or the
   * customer.
   */
  listInvoices({ customer, after, limit }: InvoiceRange): Promise<StripeInvoice[] | null> {
    const range = { customer, limit: ASKED_AT_ONCE, ...(after && { starting_after: after }) };
    const expand = EXPAND.map((path) => `data.${path}`);
    const read = async () => {
      const found: StripeInvoice[] = [];
      for await (const invoice of stripe.invoices.list({ ...range, expand })) {
        if (SHOWN.includes(invoice.status ?? '')) found.push(toInvoice(invoice));
        if (found.length === limit) break;
      }
      return found;
    };
    return askForOne(read());
  },

  /** Null if Stripe has no invoice of this name. */
  async findInvoice(id: string): Promise<StripeInvoice | null> {
    if (!isStripeId(id, 'in')) return null;
    const found = await askForOne(stripe.invoices.retrieve(id, { expand: EXPAND }));
    return found && toInvoice(found);
  },

  /** Returns the invoice of a payment. Null if Stripe has none. */
  async findInvoiceOfPayment(payment_intent: string): Promise<string | null> {
    const payment = { type: 'payment_intent', payment_intent } as const;
    const found = await askForOne(stripe.invoicePayments.list({ payment, limit: 1 }));
    const invoice = found?.data[0]?.invoice;
    return typeof invoice === 'string' ? invoice : (invoice?.id ?? null);
  },
});

/** Reads the document of an invoice. @throws AppError UNAVAILABLE */
export async function fetchPdf(url: string): Promise<Readable> {
  const unavailable = (cause: unknown) => new AppError('UNAVAILABLE', { cause });
  const answer = await fetch(url, { signal: AbortSignal.timeout(PDF_WITHIN_MS) }).catch((cause) => {
    throw unavailable(cause);
  });
  const type = answer.headers.get('content-type') ?? '';
  if (answer.ok && answer.body && type.startsWith('application/pdf'))
    return Readable.fromWeb(answer.body as ReadableStream);
  await answer.body?.cancel();
  throw unavailable(new Error(`Stripe: no document, status ${answer.status}`));
}

function toInvoice(invoice: Stripe.Invoice): StripeInvoice {
  const { customer, payments, lines } = invoice;
  const payment = payments?.data[0]?.payment.payment_intent;
  // A negative line credits the rest of the previous plan.
  const line = lines.data.find(({ amount }) => amount > 0) ?? lines.data[0];
  const price = line?.pricing?.price_details?.price;
  return {
    id: invoice.id ?? '',
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
    number: invoice.number,
    status: invoice.status ?? 'draft',
    priceId: typeof price === 'string' ? price : (price?.id ?? null),
    amount: invoice.total,
    currency: invoice.currency,
    createdAt: invoice.created,
    paymentId: typeof payment === 'string' ? payment : (payment?.id ?? null),
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}
