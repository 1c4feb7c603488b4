import type { Plan } from './payments.ts';

/**
 * The currencies that Stripe does not count in hundredths. Its table differs from that of browsers, for which 100 is a
 * hundred forints: https://docs.stripe.com/currencies#zero-decimal and #special-cases.
 */
const WHOLE = /bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf/;
const THOUSANDTHS = /bhd|jod|kwd|omr|tnd/;

const digitsOf = (currency: string): number => {
  if (WHOLE.test(currency)) return 0;
  return THOUSANDTHS.test(currency) ? 3 : 2;
};

/** A price in its usual form: `€9.00`. Stripe counts in the smallest unit of a currency. */
export function priceInWords(
  { price, currency }: Pick<Plan, 'price' | 'currency'>,
  locale: string,
): string {
  const maximumFractionDigits = digitsOf(currency);
  const style = { style: 'currency', currency, maximumFractionDigits } as const;
  return new Intl.NumberFormat(locale, style).format(price / 10 ** maximumFractionDigits);
}
