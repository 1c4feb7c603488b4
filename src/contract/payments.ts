/** What one account may store, in bytes. */
export interface UploadLimits {
  file: number;
  /** All files together, unless an administrator has set something else for the account. */
  account: number;
}

/** What a plan allows beyond its sizes. */
export type PlanFeature = 'private_feeds';

/** A plan that members can subscribe to. */
export interface Plan {
  plan_id: string;
  name: string;
  description: string;
  /** For each interval, in the smallest unit of the currency. */
  price: number;
  /** ISO 4217, in small letters. */
  currency: string;
  interval: 'month' | 'year';
  /** What all files of the account may take together. */
  storage_bytes: number;
  /** What one file may take. */
  upload_bytes: number;
  features: PlanFeature[];
  is_free: boolean;
}

/** `incomplete` waits for its first payment, `past_due` for a renewal that failed. */
export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'ended';

export interface Subscription {
  plan: Plan;
  status: SubscriptionStatus;
  /** ISO 8601. Null before the first payment and for free plans. */
  current_period_ends_at: string | null;
  /** True if it ends with the present period. */
  cancel_at_period_end: boolean;
  /** Until when a failed renewal may be paid. Null if none has failed. */
  grace_ends_at: string | null;
  /** The plan that begins once a payment is made. Null if none is open. */
  pending_plan_id: string | null;
  /** The card that pays. Null for free plans and before the first payment. */
  card: PaymentCard | null;
}

/** What may be said of a card. */
export interface PaymentCard {
  /** In small letters, such as `visa`. */
  brand: string;
  last4: string;
  /** 1 to 12. */
  exp_month: number;
  /** Four digits. */
  exp_year: number;
}

/** What invoices say of a payer. Empty texts say nothing. */
export interface BillingDetails {
  name: string;
  line1: string;
  line2: string;
  postal_code: string;
  city: string;
  state: string;
  /** ISO 3166-1, two letters. */
  country: string;
  /** The number for value added tax, or what the country has in its place. */
  tax_id: string;
}

/** What a change of the plan costs now. */
export interface Proration {
  /** In the smallest unit of the currency. Below 0 it is a credit for the next invoices. */
  amount: number;
  /** ISO 4217, in small letters. */
  currency: string;
}

export interface Purchase {
  purchase_id: string;
  /** The payment. Null before there is one. */
  transaction_id: string | null;
  /** The number of the invoice. */
  number: string | null;
  /** Null for a plan that this host does not know. */
  plan_name: string | null;
  /** In the smallest unit of the currency. Below 0 it is a credit. */
  amount: number;
  /** ISO 4217, in small letters. */
  currency: string;
  status: 'paid' | 'open' | 'uncollectible';
  /** ISO 8601. */
  created_at: string;
}

export interface Billing {
  /** Null if the member has never subscribed to a plan. */
  subscription: Subscription | null;
}

/** What a page needs to let a member pay through Stripe's own form. */
export interface PaymentIntent {
  /** Empty if there is nothing to pay. */
  intent_id: string;
  /** `setup` stores a card without a payment. */
  type: 'payment' | 'setup' | 'none';
  /** Of this intent alone. Null if there is nothing to pay. */
  client_secret: string | null;
  publishable_key: string;
  /** The reader's language, for Stripe's form. */
  locale: string;
}

/** Pages about plans and payments, under `SITE_URL`. */
export const PLAN_PAGE_ROUTES = {
  plans: '/plans',
  plan: '/plans/subscribe/{plan_id}',
  billing: '/cms/settings/plan-and-billing',
  card_error: '/payment/card/error',
  subscribe_error: '/payment/checkout/subscribe/error',
} as const;

/** The frame around Stripe's card field, under `SITE_URL`. */
export const CARD_ROUTES = { card_frame: '/payment/card/frame' } as const;

/** What a page asks of that frame. Both are of one origin, and speak by `postMessage`. */
export type CardFrameRequest =
  | {
      type: 'mount';
      /** A publishable key of Stripe. */
      key: string;
      /** Two letters. */
      locale: string;
      /** Colours of the page. */
      look: { ink: string; quiet: string; alert: string };
    }
  /** Pays, or stores the card. Answered by `confirmed` or `refused`. */
  | {
      type: 'confirm';
      intent: 'payment' | 'setup';
      client_secret: string;
      /** True to pay with the card that Stripe knows, and not with the one in the field. */
      saved: boolean;
    };

export type CardFrameReply =
  | { type: 'loaded' }
  /** Stripe's script could not be loaded. */
  | { type: 'blocked' }
  | { type: 'ready' }
  /** Stripe's own words about what is wrong so far. Empty if nothing is. */
  | { type: 'change'; complete: boolean; message: string }
  | { type: 'confirmed'; intent_id: string }
  | { type: 'refused'; message: string };

/** Plans and cards, under `API_URL`. */
export const PAYMENT_API_ROUTES = {
  subscription: '/v2/payment/subscription',
  subscription_reactivate: '/v2/payment/subscription/reactivate',
  subscription_intents: '/v2/payment/subscriptions/{profile_id}/intents',
  subscription_intents_confirmed: '/v2/payment/subscriptions/{profile_id}/intents/confirmed',
  card_intents: '/v2/payment/cards/intents',
  card_attach: '/v2/payment/cards/attach',
  premium_purchase: '/user/{user_id}/premium/purchase',
  purchase_invoice: '/premium/purchase/{purchase_id}/invoice',
  transaction_invoice: '/premium/invoice/{transaction_id}',
} as const;

/** What the pages about plans ask besides, under `API_URL`. */
export const PLAN_API_ROUTES = {
  payment_plans: '/v2/payment/plans',
  payment_webhooks: '/v2/payment/webhooks',
  subscription_preview: '/v2/payment/subscription/preview',
  billing_details: '/v2/payment/details',
} as const;
