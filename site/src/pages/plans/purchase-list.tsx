import { API_ROUTES, buildPath } from 'earshot/contract';
import type { Purchase } from 'earshot/internal';
import { DownloadLink } from '../../parts/download-link.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { useShortDate } from '../settings/use-short-date.ts';
import { priceInWords } from './price-in-words.ts';
import { useAsked } from './use-asked.ts';

/** What the member has paid, with an invoice for each. */
export function PurchaseList() {
  const { client, config, t: site } = useSite();
  const t = useTexts('plans');
  const toDate = useShortDate();
  const user_id = config.USER?.user_id;
  const { answer, problem } = useAsked(() =>
    client?.api.get<{ items: Purchase[] }>('premium_purchase', { user_id }),
  );
  return (
    <section aria-labelledby="billing-purchases" aria-busy={!answer && !problem}>
      <h2 id="billing-purchases">{t('purchases_title')}</h2>
      {problem && <p role="alert">{problem}</p>}
      {answer?.items.length === 0 && <p>{t('no_purchases')}</p>}
      <ul className="site-list">
        {answer?.items.map((purchase) => {
          const { purchase_id, number, status } = purchase;
          const path = buildPath(API_ROUTES, 'purchase_invoice', { purchase_id });
          const amount = priceInWords(
            { price: purchase.amount, currency: purchase.currency },
            site('date_locale'),
          );
          return (
            <li key={purchase_id}>
              <span>
                <strong>{[purchase.plan_name, amount].filter(Boolean).join(' · ')}</strong>
                <small>
                  {toDate(purchase.created_at)} · {t(`purchase_${status}`)}
                </small>
              </span>
              <DownloadLink
                path={path}
                name={`${number ?? purchase_id}.pdf`}
                label={t('invoice_of', { number: number ?? purchase_id })}
              >
                {t('invoice')}
              </DownloadLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
