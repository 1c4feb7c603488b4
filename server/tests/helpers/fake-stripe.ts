import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { GOOD_CARD, stripePage } from './fake-stripe-script.ts';
import {
  type FakeCustomer,
  type FakeSubscription,
  openStripeState,
  Refusal,
  type StripeState,
} from './fake-stripe-state.ts';

const SECRET_KEY = 'sk_test_secret';
const WEBHOOK_SECRET = 'whsec_secret';
/** The smallest document that readers open. */
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/** Stripe's API as far as this host uses it, with state and idempotency keys. */
export async function startFakeStripe() {
  const stripe = new Stripe(SECRET_KEY);
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = openStripeState(origin);
  const { need, subscriptions } = state;
  const answers = new Map<string, object>();
  let toDrop = 0;

  function answer(request: IncomingMessage, body: string): object {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe.test');
    const method = request.method ?? '';
    if (method === 'GET') return read(state, pathname, searchParams);
    const key = String(request.headers['idempotency-key'] ?? '');
    const known = answers.get(key);
    if (known) return known;
    const made = structuredClone(write(state, method, pathname, new URLSearchParams(body)));
    if (key) answers.set(key, made);
    return made;
  }

  const server: Server = createServer(async (request, reply) => {
    const body = await text(request);
    const { pathname } = new URL(request.url ?? '', 'http://stripe.test');
    const page = pathname.startsWith('/pdf/')
      ? { type: 'application/pdf', text: PDF }
      : stripePage(pathname);
    if (page) {
      reply.writeHead(200, { 'Content-Type': page.type }).end(page.text);
      return;
    }
    reply.setHeader('Content-Type', 'application/json');
    if (pathname === '/confirm') {
      reply.end(JSON.stringify(state.confirm(new URLSearchParams(body))));
      return;
    }
    if (pathname === '/retrieve') {
      const secret = new URLSearchParams(body).get('client_secret') ?? '';
      reply.end(JSON.stringify(state.retrieve(secret)));
      return;
    }
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      reply.writeHead(401).end('{"error":{"type":"invalid_request_error"}}');
      return;
    }
    try {
      const json = JSON.stringify(answer(request, body));
      if (request.method !== 'GET' && toDrop > 0) {
        toDrop -= 1;
        request.socket.destroy();
      } else reply.end(json);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code } = error;
      reply.writeHead(status);
      reply.end(JSON.stringify({ error: { type: 'invalid_request_error', code } }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const sub = (id: string): FakeSubscription => need(subscriptions, id);
  return {
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_URL: origin(),
      STRIPE_JS_URL: `${origin()}/stripe.js`,
    } as Record<string, string>,
    subscriptions,
    customers: state.customers,
    invoices: state.invoices,
    /** How often a card was charged, by the id of the subscription. */
    charges: state.charges,
    /** The bodies of all events, the oldest first. */
    events: state.events,
    /** Amounts by the id of a price. 900 for every other one. */
    prices: state.prices,
    sign: (payload: string) =>
      stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET }),
    /** The payer's browser confirms the open payment of a subscription. */
    pay(id: string, card = GOOD_CARD): object {
      const { client_secret } = sub(id).invoice.confirmation_secret;
      if (sub(id).invoice.status !== 'open') throw new Error('nothing to pay');
      return state.confirm(new URLSearchParams({ client_secret, card, proved: '1' }));
    },
    /** The payer's browser pays at the very moment when the server gives the payment up. */
    payBeforeVoid(id: string): void {
      state.beforeVoid(() => this.pay(id));
    },
    /** The payer's browser confirms a card that is to be stored. */
    storeCard: (client_secret: string, card = GOOD_CARD): object =>
      state.confirm(new URLSearchParams({ client_secret, card, proved: '1' })),
    /** The card that pays refuses from now on, or pays again. */
    replaceCard(id: string, number: string): void {
      sub(id).method = state.addMethod(number);
    },
    /** The next period begins. Its payment succeeds or fails. */
    renew: state.renew,
    /** A payment that failed succeeds now. */
    collect: (id: string) => state.settle(sub(id).invoice),
    cancel: (id: string) => state.change(id, 'canceled'),
    /** Does what the next writes ask, but closes the connection without an answer. */
    dropAnswers(count: number) {
      toDrop = count;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function read(state: StripeState, path: string, fields: URLSearchParams): object {
  const [, , resource = '', id, part] = path.split('/');
  const customer = fields.get('customer');
  const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: path });
  if (resource === 'customers') {
    const found = state.need(state.customers, id ?? null);
    return part === 'tax_ids' ? list(found.taxIds) : found;
  }
  if (resource === 'setup_intents') return state.need(state.setups, id ?? null);
  if (resource === 'invoice_payments') {
    const payment = fields.get('payment[payment_intent]');
    const found = state.invoices.filter(
      ({ payments }) => payments.data[0]?.payment.payment_intent === payment,
    );
    return list(found.map((invoice) => ({ object: 'invoice_payment', invoice: invoice.id })));
  }
  const own = (one: { customer: string }) => one.customer === customer;
  if (resource === 'invoices') {
    return id ? state.need(state.invoices, id) : list(state.invoices.filter(own).reverse());
  }
  if (id) return toWire(state.need(state.subscriptions, id), fields);
  return list(state.subscriptions.filter(own).map((one) => toWire(one, fields)));
}

function write(state: StripeState, method: string, path: string, fields: URLSearchParams): object {
  const [, , resource = '', id, part, partId] = path.split('/');
  if (resource === 'customers') return writeCustomer(state, { method, id, part, partId }, fields);
  if (resource === 'setup_intents') return state.createSetup(fields.get('customer') ?? '');
  if (resource === 'invoices' && part === 'void') return state.voidInvoice(id ?? '');
  if (resource === 'invoices') {
    const subscription = state.need(state.subscriptions, fields.get('subscription'));
    const price = fields.get('subscription_details[items][0][price]') ?? '';
    const total = state.prorate(subscription, price).reduce((sum, [, amount]) => sum + amount, 0);
    return { object: 'invoice', total, amount_due: Math.max(0, total), currency: 'eur' };
  }
  if (!id) return toWire(state.createSubscription(fields), fields);
  const subscription = state.need(state.subscriptions, id);
  const price = fields.get('items[0][price]');
  const card = fields.get('default_payment_method');
  if (method === 'DELETE') state.change(id, 'canceled');
  else if (price) state.changePrice(subscription, price);
  else {
    if (card) subscription.method = state.need(state.methods, card);
    const isEnding = fields.get('cancel_at_period_end');
    if (isEnding) subscription.cancel_at_period_end = isEnding === 'true';
    state.change(id, subscription.status);
  }
  return toWire(subscription, fields);
}

function writeCustomer(
  state: StripeState,
  {
    method,
    id,
    part,
    partId,
  }: {
    method: string;
    id: string | undefined;
    part: string | undefined;
    partId: string | undefined;
  },
  fields: URLSearchParams,
): object {
  if (!id) {
    const number = state.customers.length + 1;
    const nothing = { name: null, address: null, taxIds: [] };
    const made: FakeCustomer = { id: `cus_${number}`, object: 'customer', ...nothing };
    state.customers.push(made);
    return made;
  }
  const customer = state.need(state.customers, id);
  if (part === 'tax_ids' && method === 'DELETE') {
    customer.taxIds = customer.taxIds.filter((one) => one.id !== partId);
    return { id: partId, deleted: true };
  }
  if (part === 'tax_ids') {
    const [type = '', value = ''] = [fields.get('type') ?? '', fields.get('value') ?? ''];
    if (type === 'eu_vat' && !/^[A-Z]{2}[A-Z0-9]{8,12}$/.test(value)) {
      throw new Refusal(400, 'tax_id_invalid');
    }
    const taxId = { id: `txi_${customer.taxIds.length + 1}${value}`, type, value };
    customer.taxIds.push(taxId);
    return taxId;
  }
  customer.name = fields.get('name');
  const address = [...fields].flatMap(([key, value]) => {
    const name = /^address\[(\w+)\]$/.exec(key)?.[1];
    return name ? [[name, value] as const] : [];
  });
  customer.address = Object.fromEntries(address);
  return customer;
}

/** Stripe names what it is not asked to expand. */
function toWire({ invoice, method, ...rest }: FakeSubscription, fields: URLSearchParams): object {
  const wanted = [...fields]
    .filter(([key]) => key.startsWith('expand'))
    .map(([, path]) => path.replace(/^data\./, ''));
  const { confirmation_secret, payments: _payments, ...plain } = invoice;
  const isInvoice = wanted.some((path) => path.startsWith('latest_invoice'));
  const hasSecret = wanted.includes('latest_invoice.confirmation_secret');
  return {
    ...rest,
    latest_invoice: isInvoice
      ? { ...plain, ...(hasSecret && { confirmation_secret }) }
      : invoice.id,
    default_payment_method: wanted.includes('default_payment_method')
      ? method
      : (method?.id ?? null),
  };
}
