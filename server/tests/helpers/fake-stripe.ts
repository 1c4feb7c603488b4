import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { read, write } from './fake-stripe-routes.ts';
import { GOOD_CARD, stripePage } from './fake-stripe-script.ts';
import { type FakeSubscription, openStripeState, Refusal } from './fake-stripe-state.ts';

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
  const answers = new Map<string, Answer>();
  const requests: SeenRequest[] = [];
  let toDrop = 0;
  let toFail = 0;
  let broken: Answer | null = null;
  let unreadable: string | null = null;

  function answer(request: IncomingMessage, body: string): Answer {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe.test');
    const method = request.method ?? '';
    const key = String(request.headers['idempotency-key'] ?? '');
    const version = String(request.headers['stripe-version'] ?? '');
    requests.push({ method, path: pathname, key, version });
    if (broken) return broken;
    if (unreadable !== null && pathname.endsWith(`/${unreadable}`)) return BROKEN;
    if (method === 'GET') return attempt(() => read(state, pathname, searchParams));
    const known = answers.get(key);
    if (known) return { ...known, isReplay: true };
    const made = fail() ?? attempt(() => write(state, method, pathname, new URLSearchParams(body)));
    if (key) answers.set(key, made);
    return made;
  }

  function fail(): Answer | null {
    if (toFail === 0) return null;
    toFail -= 1;
    return BROKEN;
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
    const { status, text: said, isReplay } = answer(request, body);
    if (request.method !== 'GET' && toDrop > 0) {
      toDrop -= 1;
      request.socket.destroy();
      return;
    }
    reply.writeHead(status, {
      ...(isReplay && { 'Idempotent-Replayed': 'true', 'Stripe-Should-Retry': 'false' }),
    });
    reply.end(said);
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
    /** Every request to the API, the oldest first. */
    requests,
    /** The bodies of all events, the oldest first. */
    events: state.events,
    /** Amounts by the id of a price. 900 for every other one. */
    prices: state.prices,
    sign: (payload: string, { secondsAgo = 0 } = {}) =>
      stripe.webhooks.generateTestHeaderString({
        payload,
        secret: WEBHOOK_SECRET,
        timestamp: Math.floor(Date.now() / 1_000) - secondsAgo,
      }),
    /** The payer's browser confirms the open payment of a subscription. */
    pay(id: string, card = GOOD_CARD): object {
      const { client_secret } = sub(id).invoice.confirmation_secret;
      if (sub(id).invoice.status !== 'open') throw new Error('nothing to pay');
      return state.confirm(new URLSearchParams({ client_secret, card, proved: '1' }));
    },
    /** The payer's browser pays at the very moment when the server voids the payment. */
    payBeforeVoid(id: string): void {
      state.beforeVoid(() => this.pay(id));
    },
    /** The payer's browser confirms a card for storage. */
    storeCard: (client_secret: string, card = GOOD_CARD): object =>
      state.confirm(new URLSearchParams({ client_secret, card, proved: '1' })),
    /** The stored card refuses from now on, or pays again. */
    replaceCard(id: string, number: string): void {
      sub(id).method = state.addMethod(number);
    },
    /** The next period begins. Its payment succeeds or fails. */
    renew: state.renew,
    /** A payment that failed succeeds now. */
    collect: (id: string) => state.settle(sub(id).invoice),
    cancel: (id: string) => state.change(id, 'canceled'),
    /** The subscription ends at this second of Unix time. */
    cancelAt: state.cancelAt,
    /** Stripe has stopped collecting the money of a renewal, and writes further invoices. */
    stopCollecting: (id: string) => state.change(id, 'unpaid'),
    /** The operator pauses a subscription, or resumes it. */
    pause: (id: string) => state.change(id, 'paused'),
    resume: (id: string) => state.change(id, 'active'),
    /** The operator voids the newest invoice. */
    void: (id: string) => state.voidInvoice(sub(id).invoice.id),
    /** Stripe no longer knows the customer, e.g. because the keys belong to another account. */
    forgetCustomer(id: string): void {
      const known = state.customers.findIndex((customer) => customer.id === id);
      state.customers.splice(known, 1);
    },
    forgetSubscription(id: string): void {
      Object.assign(sub(id), { id: `forgotten_${id}`, customer: '' });
    },
    /** Carries out the next writes, but closes the connection without an answer. */
    dropAnswers(count: number) {
      toDrop = count;
    },
    /** Answers the next writes with 500, and repeats that for requests with the same key. */
    failWrites(count: number) {
      toFail = count;
    },
    /** Answers reads of this subscription with 500. */
    failReads(id: string | null) {
      unreadable = id;
    },
    /** Answers every request like this until it is called with null. */
    breakAnswers(answer: Answer | null) {
      broken = answer;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const BROKEN: Answer = { status: 500, text: '{"error":{"type":"api_error"}}' };

interface Answer {
  status: number;
  text: string;
  isReplay?: boolean;
}

interface SeenRequest {
  method: string;
  path: string;
  key: string;
  version: string;
}

function attempt(work: () => object): Answer {
  try {
    return { status: 200, text: JSON.stringify(work()) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code } = error;
    return { status, text: JSON.stringify({ error: { type: 'invalid_request_error', code } }) };
  }
}
