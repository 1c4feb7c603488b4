import type { PaymentCard } from 'earshot/internal';
import { useTexts } from '../../site-context.tsx';

/** https://docs.stripe.com/api/payment_methods/object#payment_method_object-card-brand */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Says which card it is: `Visa ending in 4242, valid until 12/2034`. */
export function useCardInWords(): (card: PaymentCard) => string {
  const t = useTexts('plans');
  return ({ brand, last4, exp_month, exp_year }) =>
    t('card_known', {
      brand: BRANDS[brand] ?? t('card'),
      last4,
      date: `${String(exp_month).padStart(2, '0')}/${exp_year}`,
    });
}
