import { bytesInWords, type Plan, priceInWords } from 'earshot-site/contract';
import { useSite, useTexts } from '../../site-context.tsx';

export function PlanPrice({ plan }: { plan: Plan }) {
  const { t: site } = useSite();
  const t = useTexts('plans');
  const price = plan.is_free ? t('free') : priceInWords(plan, site('date_locale'));
  return (
    <p className="site-plan-price">
      <strong>{price}</strong>
      {!plan.is_free && <small>{t(plan.interval === 'month' ? 'a_month' : 'a_year')}</small>}
    </p>
  );
}

/** The limits and features of a plan. */
export function PlanFacts({ plan }: { plan: Plan }) {
  const { t: site } = useSite();
  const t = useTexts('plans');
  const inWords = (bytes: number) => bytesInWords(bytes, site('date_locale'));
  return (
    <ul className="site-plan-facts">
      <li>{t('storage', { size: inWords(plan.storage_bytes) })}</li>
      <li>{t('upload', { size: inWords(plan.upload_bytes) })}</li>
      {plan.features.includes('private_feeds') && <li>{t('private_feeds')}</li>}
    </ul>
  );
}
