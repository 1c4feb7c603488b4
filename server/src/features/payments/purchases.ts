import type { Readable } from 'node:stream';
import { AppError, type ItemList } from 'earshot/contract';
import type { Purchase } from 'earshot-site/contract';
import { Type } from 'typebox';
import { createCursorFormat } from '../../platform/http/cursor.ts';
import { type PageStart, readItems } from '../../platform/http/list-page.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { findAnyPlan } from '../plans/plans.ts';
import type { PaymentDeps } from './follow-stripe.ts';
import { findRow } from './repository.ts';
import { fetchPdf, type StripeInvoice } from './stripe/invoices.ts';

const CURSOR = createCursorFormat(Type.Tuple([Type.String()]));
const PER_PAGE = 20;

export interface PurchaseRequest extends PageStart {
  userId: number;
  /** Address of the list. */
  url: string;
}

/**
 * Lists the purchases of a member, the newest first, without cancelled attempts.
 * @throws AppError INVALID_REQUEST for a wrong cursor, UNAVAILABLE
 */
export async function listPurchases(
  deps: PaymentDeps,
  { userId, url, ...start }: PurchaseRequest,
): Promise<ItemList<Purchase>> {
  const customer = await customerOf(deps, userId);
  return readItems(start, {
    url,
    cursor: CURSOR,
    perPage: PER_PAGE,
    async read({ after, limit }) {
      if (customer === null) return [];
      const range = { customer, after: after?.[0] ?? null, limit };
      const invoices = await deps.gateway.listInvoices(range);
      // Without a cursor, the unknown name is the customer, not an invoice.
      if (invoices === null && after === null) return [];
      if (invoices === null) throw invalid('cursor', 'unknown_purchase');
      const names = await planNames(deps, invoices);
      return invoices.map((invoice) => toPurchase(invoice, names));
    },
    positionOf: ({ purchase_id }): [string] => [purchase_id],
    toItem: (purchase) => purchase,
  });
}

function toPurchase(
  { id, number, status, priceId, amount, currency, createdAt, paymentId }: StripeInvoice,
  names: ReadonlyMap<string, string>,
): Purchase {
  return {
    purchase_id: id,
    transaction_id: paymentId,
    number,
    plan_name: (priceId && names.get(priceId)) || null,
    amount,
    currency,
    status: status as Purchase['status'],
    created_at: new Date(createdAt * 1_000).toISOString(),
  };
}

export interface InvoiceDocument {
  /** The number that is printed on the invoice. */
  number: string;
  pdf: Readable;
}

/** Opens the invoice of a purchase. @throws AppError NOT_FOUND also for another member's purchase, UNAVAILABLE */
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

/** Opens the invoice of a payment. @throws AppError NOT_FOUND, UNAVAILABLE */
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

async function planNames({ database }: PaymentDeps, invoices: readonly StripeInvoice[]) {
  const names = new Map<string, string>();
  for (const { priceId: stripePriceId } of invoices) {
    if (stripePriceId === null || names.has(stripePriceId)) continue;
    const found = await findAnyPlan(database, { stripePriceId });
    if (found) names.set(stripePriceId, found.plan.name);
  }
  return names;
}
