/**
 * Shows Stripe's card field, pays with it, and stores cards. The server inlines the built text of this module into a
 * separate page, which only the pages of this site may frame. The typed data never leaves Stripe's own frame.
 */
import type {
  Stripe,
  StripeCardElement,
  StripeConstructor,
  StripeElementLocale,
  StripeError,
} from '@stripe/stripe-js';
import type { CardFrameReply, CardFrameRequest } from 'earshot-site/contract';

type Mount = Extract<CardFrameRequest, { type: 'mount' }>;
type Confirm = Extract<CardFrameRequest, { type: 'confirm' }>;

let stripe: Stripe | null = null;
let card: StripeCardElement | null = null;

const say = (reply: CardFrameReply) => parent.postMessage(reply, location.origin);

function mount({ key, locale, look }: Mount): void {
  const { Stripe: open } = window as { Stripe?: StripeConstructor };
  if (!open) {
    say({ type: 'blocked' });
    return;
  }
  stripe = open(key, { locale: locale as StripeElementLocale });
  card = stripe.elements().create('card', {
    hidePostalCode: true,
    style: {
      base: { color: look.ink, fontSize: '16px', '::placeholder': { color: look.quiet } },
      invalid: { color: look.alert },
    },
  });
  card.on('ready', () => say({ type: 'ready' }));
  card.on('change', ({ complete, error }) => {
    say({ type: 'change', complete, message: error?.message ?? '' });
  });
  card.mount('#card');
}

async function confirm(request: Confirm): Promise<void> {
  if (!stripe || !card) return;
  const confirming = request.saved
    ? confirmSaved(stripe, request)
    : confirmTyped(stripe, card, request);
  // The page waits for an answer, and has its own message.
  say(await confirming.catch(() => refusal({})));
}

/** If the bank asks for confirmation, Stripe shows its dialog here. */
async function confirmTyped(
  { confirmCardPayment, confirmCardSetup }: Stripe,
  card: StripeCardElement,
  { intent, client_secret }: Confirm,
): Promise<CardFrameReply> {
  const how = { payment_method: { card } };
  if (intent === 'setup') {
    const { error, setupIntent } = await confirmCardSetup(client_secret, how);
    return error ? refusal(error) : { type: 'confirmed', intent_id: setupIntent.id };
  }
  const { error, paymentIntent } = await confirmCardPayment(client_secret, how);
  return error ? refusal(error) : { type: 'confirmed', intent_id: paymentIntent.id };
}

/** A payment that Stripe has already tried: the bank asks for confirmation, or has refused the card. */
async function confirmSaved(
  { retrievePaymentIntent, confirmCardPayment }: Stripe,
  { client_secret }: Confirm,
): Promise<CardFrameReply> {
  const tried = await retrievePaymentIntent(client_secret);
  if (tried.error) return refusal(tried.error);
  const { status, last_payment_error } = tried.paymentIntent;
  if (status !== 'requires_action') return refusal(last_payment_error ?? {});
  const { error, paymentIntent } = await confirmCardPayment(client_secret);
  return error ? refusal(error) : { type: 'confirmed', intent_id: paymentIntent.id };
}

const refusal = ({ message = '' }: Pick<StripeError, 'message'>): CardFrameReply => ({
  type: 'refused',
  message,
});

addEventListener('message', ({ origin, source, data }: MessageEvent<CardFrameRequest>) => {
  if (origin !== location.origin || source !== parent) return;
  if (data.type === 'mount') mount(data);
  else void confirm(data);
});
say({ type: 'loaded' });
