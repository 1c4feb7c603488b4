/** What one account may store, in bytes. */
export interface UploadLimits {
  file: number;
  /** All files together, unless an administrator has set something else for the account. */
  account: number;
}

/** Pages about plans and payments, under `SITE_URL`. */
export const PLAN_PAGE_ROUTES = {
  plans: '/plans',
  plan: '/plans/subscribe/{plan_id}',
  billing: '/cms/settings/plan-and-billing',
  card_error: '/payment/card/error',
  subscribe_error: '/payment/checkout/subscribe/error',
} as const;

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
