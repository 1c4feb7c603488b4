import { StartError } from '../platform/start-error.ts';
import { type Environment, readPlainUrl } from './environment.ts';

/** This host's account at Stripe. */
export interface PaymentSettings {
  secretKey: string;
  /** Browsers get this key to pay for plans. */
  publishableKey: string;
  /** And this one for everything else that is sold. */
  storeKey: string;
  /** Signs what Stripe reports. */
  webhookSecret: string;
  /** Stripe's API: scheme, host and port. */
  stripeUrl: string;
  /** The script of Stripe's card field. Only the frame around that field loads it. */
  scriptUrl: string;
}

/** The release of Stripe's script that fits the API's version. */
const SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js';

const KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/** No message repeats a key. @throws StartError if only some of the keys are set */
export function readPayments(env: Environment): PaymentSettings | null {
  const [secretKey, publishableKey, webhookSecret] = KEYS.map((name) => env[name]);
  const others = ['STRIPE_URL', 'STRIPE_JS_URL', 'STRIPE_STORE_PUBLISHABLE_KEY'];
  const leftover = [...KEYS, ...others].find((name) => env[name]);
  if (leftover === undefined) return null;
  if (!secretKey || !publishableKey || !webhookSecret) {
    throw new StartError(`${leftover} is set, but payments need ${KEYS.join(', ')}.`);
  }
  const stripeUrl = env.STRIPE_URL
    ? readPlainUrl(env, 'STRIPE_URL', 'It is scheme, host and port alone.')
    : 'https://api.stripe.com';
  const scriptUrl = env.STRIPE_JS_URL
    ? readPlainUrl(env, 'STRIPE_JS_URL', 'It is the address of a script.')
    : SCRIPT_URL;
  const storeKey = env.STRIPE_STORE_PUBLISHABLE_KEY || publishableKey;
  return { secretKey, publishableKey, storeKey, webhookSecret, stripeUrl, scriptUrl };
}
