import { AppError } from 'earshot/contract';

/**
 * Waits for an answer of Stripe. Stripe's own message may name keys, so nobody reads it.
 * @throws AppError UNAVAILABLE if Stripe does not answer as expected
 */
export async function askStripe<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    const { type, code } = readError(error);
    const cause = new Error(`Stripe: ${nameOf(type) ?? 'no answer'} ${nameOf(code) ?? ''}`.trim());
    throw new AppError('UNAVAILABLE', { cause });
  }
}

/** Types and codes are names, such as `card_declined`. Whatever else stands there may repeat the request. */
const nameOf = (text: unknown) =>
  typeof text === 'string' && /^[A-Za-z_]{1,64}$/.test(text) ? text : null;

/** Like `askStripe`, but null if Stripe has nothing of this name. */
export async function askForOne<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  return askStripe(
    call.catch((error: unknown) => {
      if (readError(error).code === 'resource_missing') return null;
      throw error;
    }),
  );
}

/** https://docs.stripe.com/api/errors */
export const readError = (error: unknown) => error as { type?: string; code?: string };
