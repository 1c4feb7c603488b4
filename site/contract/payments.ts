/** The storage limits of one account, in bytes. */
export interface UploadLimits {
  file: number;
  /** All files together, unless an administrator has set another limit for the account. */
  account: number;
}

/** Features of a plan beyond its sizes. */
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
  /** The maximum size of all files of the account. */
  storage_bytes: number;
  /** The maximum size of one file. */
  upload_bytes: number;
  features: PlanFeature[];
  is_free: boolean;
}

/** `incomplete` waits for its first payment, `past_due` for a failed renewal. */
export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'ended';

export interface Subscription {
  plan: Plan;
  status: SubscriptionStatus;
  /** ISO 8601. Null before the first payment and for free plans. */
  current_period_ends_at: string | null;
  /** True if it ends with the current period. */
  cancel_at_period_end: boolean;
  /** The end of the days in which a failed renewal can be paid. Null if none has failed. */
  grace_ends_at: string | null;
  /** The plan that begins after a payment. Null if no payment is open. */
  pending_plan_id: string | null;
  /** The card for payments. Null for free plans and before the first payment. */
  card: PaymentCard | null;
}

/** The displayable data of a card. */
export interface PaymentCard {
  /** In small letters, such as `visa`. */
  brand: string;
  last4: string;
  /** 1 to 12. */
  exp_month: number;
  /** Four digits. */
  exp_year: number;
}

/** Billing details of a payer. Empty texts are omitted from invoices. */
export interface BillingDetails {
  name: string;
  line1: string;
  line2: string;
  postal_code: string;
  city: string;
  state: string;
  /** ISO 3166-1, two letters. */
  country: string;
  /** The VAT number, or the country's equivalent. */
  tax_id: string;
}

/** The cost of a change of plan now. */
export interface Proration {
  /** In the smallest unit of the currency. A negative amount is a credit for the next invoices. */
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
  /** Null for a plan that is unknown to this host. */
  plan_name: string | null;
  /** In the smallest unit of the currency. A negative amount is a credit. */
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

/** Everything a page needs to let a member pay through Stripe's form. */
export interface PaymentIntent {
  /** Empty if there is nothing to pay. */
  intent_id: string;
  /** `setup` stores a card without a payment. */
  type: 'payment' | 'setup' | 'none';
  /** Valid only for this intent. Null if there is nothing to pay. */
  client_secret: string | null;
  publishable_key: string;
  /** The reader's language, for Stripe's form. */
  locale: string;
}

/** Requests of a page to that frame. Both have the same origin, and use `postMessage`. */
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
      /** True to pay with the card stored at Stripe instead of the one in the field. */
      saved: boolean;
    };

export type CardFrameReply =
  | { type: 'loaded' }
  /** Stripe's script could not be loaded. */
  | { type: 'blocked' }
  | { type: 'ready' }
  /** Stripe's message about the current input. Empty if it is valid. */
  | { type: 'change'; complete: boolean; message: string }
  | { type: 'confirmed'; intent_id: string }
  | { type: 'refused'; message: string };
