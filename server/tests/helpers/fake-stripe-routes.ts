import {
  type FakeCustomer,
  type FakeSubscription,
  Refusal,
  type StripeState,
} from './fake-stripe-state.ts';

/** A part of a list, which Stripe sends the newest first. */
function listPart<Item extends { id: string }>(items: readonly Item[], fields: URLSearchParams) {
  const after = fields.get('starting_after');
  const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) throw new Refusal(400, 'resource_missing');
  const end = start + Number(fields.get('limit') ?? 10);
  const data = items.slice(start, end);
  return { object: 'list', data, has_more: end < items.length, url: '/v1/list' };
}

/** Answers a GET. @throws Refusal */
export function read(state: StripeState, path: string, fields: URLSearchParams): object {
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
  if (!id) state.need(state.customers, customer);
  if (resource === 'invoices') {
    if (id) return state.need(state.invoices, id);
    return listPart(state.invoices.filter(own).reverse(), fields);
  }
  if (id) return toWire(state.need(state.subscriptions, id), fields);
  return list(state.subscriptions.filter(own).map((one) => toWire(one, fields)));
}

/** Answers every other request. @throws Refusal */
export function write(
  state: StripeState,
  method: string,
  path: string,
  fields: URLSearchParams,
): object {
  const [, , resource = '', id, part, partId] = path.split('/');
  if (resource === 'customers') return writeCustomer(state, { method, id, part, partId }, fields);
  if (resource === 'setup_intents') {
    return state.createSetup(state.need(state.customers, fields.get('customer')).id);
  }
  if (resource === 'invoices' && part === 'void') return state.voidInvoice(id ?? '');
  if (resource === 'invoices') {
    const subscription = state.need(state.subscriptions, fields.get('subscription'));
    const price = fields.get('subscription_details[items][0][price]') ?? '';
    const total = state.prorate(subscription, price).reduce((sum, [, amount]) => sum + amount, 0);
    return { object: 'invoice', total, amount_due: Math.max(0, total), currency: 'eur' };
  }
  if (!id) {
    state.need(state.customers, fields.get('customer'));
    return toWire(state.createSubscription(fields), fields);
  }
  const subscription = state.need(state.subscriptions, id);
  const price = fields.get('items[0][price]');
  const card = fields.get('default_payment_method');
  if (method === 'DELETE') state.change(id, 'canceled');
  else if (price) state.changePrice(subscription, price);
  else {
    if (card) subscription.method = state.need(state.methods, card);
    const isEnding = fields.get('cancel_at_period_end');
    if (isEnding) subscription.cancel_at_period_end = isEnding === 'true';
    if (isEnding === 'false') subscription.cancel_at = null;
    state.change(id, subscription.status);
  }
  return toWire(subscription, fields);
}

let customerCount = 0;

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
    customerCount += 1;
    const number = customerCount;
    const metadata = { user_id: fields.get('metadata[user_id]') ?? '' };
    const nothing = { name: null, address: null, taxIds: [], metadata };
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

/** Unless expanded, Stripe sends only the id of an object. */
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
