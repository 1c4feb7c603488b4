import { StartError } from '../platform/start-error.ts';
import { type Environment, readOrigin, readPlainUrl } from './environment.ts';

/** This host's account at Stripe. */
export interface PaymentSettings {
  secretKey: string;
  /** The key with which browsers pay for plans. */
  publishableKey: string;
  /** The key for all other sales. */
  storeKey: string;
  /** Verifies Stripe's reports. */
  webhookSecret: string;
  /** Stripe's API: scheme, host and port. */
  stripeUrl: string;
  /** The script of Stripe's card field. Only the frame around that field loads it. */
  scriptUrl: string;
}

/** The release of Stripe's script that matches the API version. */
const SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js';

const KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

const PUBLIC_KEYS = ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_STORE_PUBLISHABLE_KEY'] as const;

/** The secret and restricted keys, and webhook secrets of https://docs.stripe.com/keys. */
const SECRET = /^(sk|rk|whsec)_/;

/** The publishable keys are sent to every browser. */
function refuseSecret(env: Environment, name: string): void {
  if (!SECRET.test(env[name] ?? '')) return;
  throw new StartError(`${name} is a secret key: it must be the one that begins with pk_.`);
}

/** Messages contain no key. @throws StartError if only some of the keys are set */
export function readPayments(env: Environment): PaymentSettings | null {
  const [secretKey, publishableKey, webhookSecret] = KEYS.map((name) => env[name]);
  const others = ['STRIPE_URL', 'STRIPE_JS_URL', 'STRIPE_STORE_PUBLISHABLE_KEY'];
  const leftover = [...KEYS, ...others].find((name) => env[name]);
  if (leftover === undefined) return null;
  if (!secretKey || !publishableKey || !webhookSecret) {
    throw new StartError(`${leftover} is set, but payments need ${KEYS.join(', ')}.`);
  }
  for (const name of PUBLIC_KEYS) refuseSecret(env, name);
  if (secretKey.startsWith('pk_')) {
    throw new StartError('STRIPE_SECRET_KEY is a publishable key: it must be the secret one.');
  }
  const stripeUrl = env.STRIPE_URL ? readOrigin(env, 'STRIPE_URL') : 'https://api.stripe.com';
  const scriptUrl = env.STRIPE_JS_URL
    ? readPlainUrl(env, 'STRIPE_JS_URL', 'It is the address of a script.')
    : SCRIPT_URL;
  const storeKey = env.STRIPE_STORE_PUBLISHABLE_KEY || publishableKey;
  return { secretKey, publishableKey, storeKey, webhookSecret, stripeUrl, scriptUrl };
}
