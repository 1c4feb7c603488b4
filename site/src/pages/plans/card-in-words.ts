import { CARD_BRANDS, type PaymentCard } from 'earshot-site/contract';
import { useTexts } from '../../site-context.tsx';

/** Describes a card: `Visa ending in 4242, valid until 12/2034`. */
export function useCardInWords(): (card: PaymentCard) => string {
  const t = useTexts('plans');
  return ({ brand, last4, exp_month, exp_year }) =>
    t('card_known', {
      brand: CARD_BRANDS[brand] ?? t('card'),
      last4,
      date: `${String(exp_month).padStart(2, '0')}/${exp_year}`,
    });
}
