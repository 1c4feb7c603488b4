import { NEEDS_PROOF, REFUSALS } from './fake-stripe-script.ts';

const MONTH_S = 30 * 24 * 60 * 60;
const USUAL_PRICE = 900;

export interface FakeMethod {
  id: string;
  number: string;
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
}

export interface FakeInvoice {
  id: string;
  object: 'invoice';
  customer: string;
  subscription: string;
  number: string;
  status: 'open' | 'paid' | 'void';
  billing_reason: BillingReason;
  total: number;
  amount_due: number;
  currency: string;
  created: number;
  invoice_pdf: string;
  confirmation_secret: { client_secret: string; type: string };
  payments: { data: { payment: { type: string; payment_intent: string } }[] };
  lines: { data: { amount: number; pricing: { price_details: { price: string } } }[] };
}

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

interface FakeItem {
  id: string;
  price: { id: string };
  current_period_start: number;
  current_period_end: number;
}

export interface FakeSubscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: string;
  cancel_at_period_end: boolean;
  /** Seconds of Unix time. */
  cancel_at: number | null;
  metadata: Record<string, string>;
  items: { data: FakeItem[] };
  invoice: FakeInvoice;
  method: FakeMethod | null;
  pending_update: { subscription_items: { price: { id: string } }[] } | null;
}

export interface FakeCustomer {
  id: string;
  object: 'customer';
  name: string | null;
  address: Record<string, string> | null;
  metadata: { user_id: string };
  taxIds: { id: string; type: string; value: string }[];
}

interface FakeSetup {
  id: string;
  object: 'setup_intent';
  customer: string;
  status: string;
  client_secret: string;
  payment_method: string | null;
}

/** A request that Stripe refuses. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** No transitions follow these, and Stripe refuses every change. */
const OVER = ['canceled', 'incomplete_expired'];

export type StripeState = ReturnType<typeof openStripeState>;

/** Stripe's customers, cards, subscriptions and invoices, and their transitions. */
export function openStripeState(origin: () => string) {
  const customers: FakeCustomer[] = [];
  const subscriptions: FakeSubscription[] = [];
  const invoices: FakeInvoice[] = [];
  const setups: FakeSetup[] = [];
  const methods: FakeMethod[] = [];
  const charges: string[] = [];
  const events: string[] = [];
  const prices = new Map<string, number>();

  function need<Item extends { id: string }>(items: readonly Item[], id: string | null): Item {
    const found = items.find((item) => item.id === id);
    if (!found) throw new Refusal(404, 'resource_missing');
    return found;
  }
  const itemOf = ({ items }: FakeSubscription): FakeItem => {
    const [item] = items.data;
    if (!item) throw new Error('no item');
    return item;
  };
  const report = (type: string, object: object) => {
    const id = `evt_${events.length + 1}`;
    events.push(JSON.stringify({ id, object: 'event', type, data: { object } }));
  };
  const change = (id: string, status: string) => {
    const subscription = need(subscriptions, id);
    if (OVER.includes(subscription.status)) throw new Refusal(404, 'resource_missing');
    subscription.status = status;
    report('customer.subscription.updated', subscription);
  };
  /** Stripe's customer portal names the end of the period as a date: https://docs.stripe.com/billing/subscriptions/billing-mode/compare */
  const cancelAt = (id: string, moment: number) => {
    const subscription = need(subscriptions, id);
    subscription.cancel_at = moment;
    change(id, subscription.status);
  };
  const priceOf = (id: string) => prices.get(id) ?? USUAL_PRICE;

  function bill(
    subscription: Pick<FakeSubscription, 'id' | 'customer'>,
    billing_reason: BillingReason,
    lines: readonly (readonly [price: string, amount: number])[],
  ): FakeInvoice {
    const number = invoices.length + 1;
    const total = lines.reduce((sum, [, amount]) => sum + amount, 0);
    const payment = { type: 'payment_intent', payment_intent: `pi_${number}` };
    const invoice: FakeInvoice = {
      id: `in_${number}`,
      object: 'invoice',
      customer: subscription.customer,
      subscription: subscription.id,
      number: `EAR-${String(number).padStart(4, '0')}`,
      status: total > 0 ? 'open' : 'paid',
      billing_reason,
      total,
      amount_due: Math.max(0, total),
      currency: 'eur',
      created: Math.floor(Date.now() / 1_000),
      invoice_pdf: `${origin()}/pdf/in_${number}`,
      confirmation_secret: { client_secret: `pi_${number}_secret_x`, type: 'payment_intent' },
      payments: { data: [{ payment }] },
      lines: {
        data: lines.map(([price, amount]) => ({ amount, pricing: { price_details: { price } } })),
      },
    };
    invoices.push(invoice);
    return invoice;
  }

  function createSubscription(fields: URLSearchParams): FakeSubscription {
    const number = subscriptions.length + 1;
    const start = Math.floor(Date.now() / 1_000);
    const period = { current_period_start: start, current_period_end: start + MONTH_S };
    const price = { id: fields.get('items[0][price]') ?? '' };
    const named = { id: `sub_${number}`, customer: fields.get('customer') ?? '' };
    const subscription: FakeSubscription = {
      ...named,
      object: 'subscription',
      status: 'incomplete',
      cancel_at_period_end: false,
      cancel_at: null,
      metadata: { attempt_id: fields.get('metadata[attempt_id]') ?? '' },
      items: { data: [{ id: `si_${number}`, price, ...period }] },
      invoice: bill(named, 'subscription_create', [[price.id, priceOf(price.id)]]),
      method: null,
      pending_update: null,
    };
    subscriptions.push(subscription);
    report('customer.subscription.created', subscription);
    return subscription;
  }

  /** The lines of an invoice for the rest of the period. */
  function prorate(subscription: FakeSubscription, price: string) {
    const item = itemOf(subscription);
    const left = item.current_period_end - Math.floor(Date.now() / 1_000);
    const part = left / (item.current_period_end - item.current_period_start);
    const old = item.price.id;
    return [
      [old, -Math.round(priceOf(old) * part)],
      [price, Math.round(priceOf(price) * part)],
    ] as const;
  }

  function changePrice(subscription: FakeSubscription, price: string): void {
    const invoice = bill(subscription, 'subscription_update', prorate(subscription, price));
    const card = subscription.method?.number ?? '';
    subscription.invoice = invoice;
    if (invoice.status === 'paid') itemOf(subscription).price = { id: price };
    else {
      subscription.pending_update = { subscription_items: [{ price: { id: price } }] };
      if (card !== '' && card !== NEEDS_PROOF && !REFUSALS[card]) settle(invoice);
    }
    report('customer.subscription.updated', subscription);
  }

  /** A payment has succeeded. */
  function settle(invoice: FakeInvoice, method?: FakeMethod): void {
    const subscription = need(subscriptions, invoice.subscription);
    invoice.status = 'paid';
    charges.push(subscription.id);
    if (method) subscription.method = method;
    const pending = subscription.pending_update?.subscription_items[0];
    if (pending) itemOf(subscription).price = pending.price;
    subscription.pending_update = null;
    change(subscription.id, 'active');
  }

  let onVoid = () => {};
  function beforeVoid(work: () => void): void {
    onVoid = () => {
      onVoid = () => {};
      work();
    };
  }
  function voidInvoice(id: string): FakeInvoice {
    onVoid();
    const invoice = need(invoices, id);
    if (invoice.status !== 'open') throw new Refusal(400, 'invoice_not_editable');
    invoice.status = 'void';
    const subscription = need(subscriptions, invoice.subscription);
    subscription.pending_update = null;
    // Nothing is open, so Stripe calls it active.
    if (['incomplete', 'past_due'].includes(subscription.status)) change(subscription.id, 'active');
    return invoice;
  }

  function addMethod(number: string): FakeMethod {
    const card = { brand: 'visa', last4: number.slice(-4), exp_month: 12, exp_year: 2034 };
    const method = { id: `pm_${methods.length + 1}`, number, card };
    methods.push(method);
    return method;
  }

  function createSetup(customer: string): FakeSetup {
    const id = `seti_${setups.length + 1}`;
    const open = { status: 'requires_payment_method', payment_method: null };
    const setup = { id, object: 'setup_intent' as const, customer, ...open };
    const made: FakeSetup = { ...setup, client_secret: `${id}_secret_x` };
    setups.push(made);
    return made;
  }

  /** The request of the payer's browser from Stripe's own frame. */
  function confirm(fields: URLSearchParams): object {
    const secret = fields.get('client_secret') ?? '';
    const setup = setups.find(({ client_secret }) => client_secret === secret);
    const invoice = invoices.find((one) => one.confirmation_secret.client_secret === secret);
    const saved = invoice && need(subscriptions, invoice.subscription).method?.number;
    const card = fields.get('card') || saved || '';
    const refusal = REFUSALS[card];
    if (refusal) return { error: { type: 'card_error', message: refusal } };
    if (card === NEEDS_PROOF && !fields.has('proved')) return { needs_proof: true };
    if (setup) {
      setup.status = 'succeeded';
      setup.payment_method = addMethod(card).id;
      return { setupIntent: { id: setup.id, status: 'succeeded' } };
    }
    if (invoice?.status !== 'open') return { error: { message: 'This payment is not open.' } };
    settle(invoice, addMethod(card));
    return { paymentIntent: { id: secret.split('_secret_')[0], status: 'succeeded' } };
  }

  /** The result of a payment with the stored card. */
  function retrieve(secret: string): object {
    const invoice = invoices.find((one) => one.confirmation_secret.client_secret === secret);
    const card = (invoice && need(subscriptions, invoice.subscription).method?.number) ?? '';
    const message = REFUSALS[card];
    const status = card === NEEDS_PROOF ? 'requires_action' : 'requires_payment_method';
    return { paymentIntent: { status, last_payment_error: message ? { message } : null } };
  }

  /** The next period begins. */
  function renew(id: string, isPaid: boolean): void {
    const subscription = need(subscriptions, id);
    const item = itemOf(subscription);
    item.current_period_start = item.current_period_end;
    item.current_period_end += MONTH_S;
    subscription.invoice = bill(subscription, 'subscription_cycle', [
      [item.price.id, priceOf(item.price.id)],
    ]);
    if (isPaid) settle(subscription.invoice);
    else change(id, 'past_due');
  }

  return {
    customers,
    subscriptions,
    invoices,
    setups,
    methods,
    charges,
    events,
    prices,
    need,
    change,
    cancelAt,
    report,
    createSubscription,
    prorate,
    changePrice,
    settle,
    voidInvoice,
    beforeVoid,
    addMethod,
    createSetup,
    confirm,
    retrieve,
    renew,
  };
}
