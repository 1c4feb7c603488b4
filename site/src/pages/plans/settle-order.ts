import { type ApiClient, ApiError } from 'earshot';
import type { Billing, PaymentIntent } from 'earshot-site/contract';

const TRIES = 6;
const PAUSE_MS = 1_500; // Stripe notifies the server within a few seconds
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Busy, unreachable or slow: the same request may succeed in a moment, and repeating it is safe. */
const mayPass = (error: unknown) =>
  error instanceof ApiError && [0, 423, 429, 503].includes(error.status);

async function insist<Answer>(
  ask: () => Promise<Answer>,
  isWorthIt: (error: unknown) => boolean,
): Promise<Answer> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left <= 1 || !isWorthIt(error)) throw error;
      await pause();
    }
  }
}

/**
 * Begins to pay for a plan. Null if the member already has this plan, e.g. because an earlier answer was lost.
 * @throws ApiError
 */
export async function beginOrder(
  api: ApiClient,
  payload: { profile_id: string; [field: string]: string },
): Promise<PaymentIntent | null> {
  const begin = () => api.post<{ intent: PaymentIntent }>('subscription_intents', payload);
  try {
    return (await insist(begin, mayPass)).intent;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const { subscription } = (await api.get<{ billing: Billing }>('subscription')).billing;
    const isPaid = subscription?.status === 'active' && subscription.pending_plan_id === null;
    if (isPaid && subscription.plan.plan_id === payload.profile_id) return null;
    throw error;
  }
}

/** Waits until the server knows about a payment that Stripe has confirmed. False if that takes too long. */
export async function settleOrder(
  api: ApiClient,
  paid: { profile_id: string; intent_id: string },
): Promise<boolean> {
  const ask = () => api.post('subscription_intents_confirmed', paid);
  try {
    await insist(ask, (error) => mayPass(error) || (error as ApiError).status === 409);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
