import type { Readable } from 'node:stream';
import { AppError } from 'earshot/contract';
import type { Purchase } from 'earshot/internal';
import { findAnyPlan } from '../plans/plans.ts';
import type { PaymentDeps } from './follow-stripe.ts';
import { findRow } from './repository.ts';
import { fetchPdf, type StripeInvoice } from './stripe/invoices.ts';

/** What a member has bought, the newest first, without attempts that were given up. @throws AppError UNAVAILABLE */
export async function listPurchases(deps: PaymentDeps, userId: number): Promise<Purchase[]> {
  const customerId = await customerOf(deps, userId);
  if (customerId === null) return [];
  const invoices = await deps.gateway.listInvoices(customerId);
  const names = await planNames(deps, invoices);
  return invoices.flatMap((invoice) => {
    const { id, status, priceId, amount, currency, createdAt } = invoice;
    if (!isShown(status)) return [];
    return {
      purchase_id: id,
      transaction_id: invoice.paymentId,
      number: invoice.number,
      plan_name: (priceId && names.get(priceId)) || null,
      amount,
      currency,
      status,
      created_at: new Date(createdAt * 1_000).toISOString(),
    };
  });
}

export interface InvoiceDocument {
  /** As the payer reads it. */
  number: string;
  pdf: Readable;
}

/** The invoice of a purchase. @throws AppError NOT_FOUND also for the purchase of somebody else, UNAVAILABLE */
export async function openInvoice(
  deps: PaymentDeps,
  userId: number,
  purchaseId: string,
): Promise<InvoiceDocument> {
  const customerId = await customerOf(deps, userId);
  const invoice = customerId === null ? null : await deps.gateway.findInvoice(purchaseId);
  if (!invoice?.pdfUrl || invoice.customerId !== customerId) throw new AppError('NOT_FOUND');
  return { number: invoice.number ?? invoice.id, pdf: await fetchPdf(invoice.pdfUrl) };
}

/** The invoice of a payment. @throws AppError NOT_FOUND, UNAVAILABLE */
export async function openInvoiceOfPayment(
  deps: PaymentDeps,
  userId: number,
  transactionId: string,
): Promise<InvoiceDocument> {
  const purchaseId = await deps.gateway.findInvoiceOfPayment(transactionId);
  if (purchaseId === null) throw new AppError('NOT_FOUND');
  return openInvoice(deps, userId, purchaseId);
}

async function customerOf({ database }: PaymentDeps, userId: number): Promise<string | null> {
  return (await findRow(database, userId))?.stripe_customer_id ?? null;
}

const SHOWN = ['paid', 'open', 'uncollectible'] as const;
const isShown = (status: string): status is Purchase['status'] =>
  SHOWN.some((shown) => shown === status);

async function planNames({ database }: PaymentDeps, invoices: readonly StripeInvoice[]) {
  const names = new Map<string, string>();
  for (const { priceId: stripePriceId } of invoices) {
    if (stripePriceId === null || names.has(stripePriceId)) continue;
    const found = await findAnyPlan(database, { stripePriceId });
    if (found) names.set(stripePriceId, found.plan.name);
  }
  return names;
}
