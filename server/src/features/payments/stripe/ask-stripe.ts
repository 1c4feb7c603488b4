import { AppError } from 'earshot/contract';

/**
 * Waits for an answer of Stripe. Stripe's own message may name keys, so it is dropped.
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

/** Types and codes are names, such as `card_declined`. Any other text may repeat the request. */
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

/** True for `in_1Abc` if the prefix is `in`. Ids become paths of the API, where another text, such as `..`, leads elsewhere. */
export const isStripeId = (text: string, prefix: string): boolean =>
  new RegExp(`^${prefix}_\\w+$`).test(text);

/** https://docs.stripe.com/api/errors */
export const readError = (error: unknown) =>
  error as { type?: string; code?: string; headers?: Record<string, string> };

/**
 * Waits for a write that Stripe refuses if the object has changed in the meantime.
 * @returns false if Stripe has refused it
 * @throws AppError UNAVAILABLE
 */
export function unlessRefused(call: Promise<unknown>): Promise<boolean> {
  const done = call.then(
    () => true,
    (error: unknown) => {
      if (readError(error).type === 'StripeInvalidRequestError') return false;
      throw error;
    },
  );
  return askStripe(done);
}

const KEYS_MAX = 20;

export interface Making<Made> {
  /** Looks for the result of an earlier call. Null if there is none. */
  find(): Promise<Made | null>;
  make(options: { idempotencyKey: string }): Promise<Made>;
}

/**
 * Creates something once, however often it is called with the same key. Stripe repeats its first answer to a key for at
 * least a day, even if that was its own error. In that case this function searches, and retries with another key if it
 * finds nothing. https://docs.stripe.com/api/idempotent_requests
 * @throws AppError UNAVAILABLE
 */
export async function makeOnce<Made>(key: string, { find, make }: Making<Made>): Promise<Made> {
  for (let number = 1; ; number += 1) {
    const idempotencyKey = number === 1 ? key : `${key}-${number}`;
    try {
      return await make({ idempotencyKey });
    } catch (error) {
      const isOld = readError(error).headers?.['idempotent-replayed'] === 'true';
      if (!isOld || number === KEYS_MAX) return askStripe(Promise.reject(error));
      const made = await find();
      if (made !== null) return made;
    }
  }
}
