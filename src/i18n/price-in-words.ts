import type { Plan } from '../contract/payments.ts';

/** A price as people say it: `€9.00`. Stripe counts in the smallest unit of a currency. */
export function priceInWords(
  { price, currency }: Pick<Plan, 'price' | 'currency'>,
  locale: string,
): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(price / 10 ** digits);
}
