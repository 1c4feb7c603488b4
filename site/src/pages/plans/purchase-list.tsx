import { API_ROUTES, buildPath, type ItemList } from 'earshot/contract';
import { type Purchase, priceInWords } from 'earshot-site/contract';
import { useState } from 'react';
import { Action } from '../../action.tsx';
import { PrivateFileLink } from '../../parts/private-file-link.tsx';
import { tryOrNotify } from '../../parts/try-or-notify.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { useShortDate } from '../settings/use-short-date.ts';
import { useAsked } from './use-asked.ts';

/** The member's payments, with an invoice for each. */
export function PurchaseList() {
  const { client, config, t: site } = useSite();
  const t = useTexts('plans');
  const toDate = useShortDate();
  const [isLoading, setLoading] = useState(false);
  const user_id = config.USER?.user_id;
  const ask = (cursor?: string | null) =>
    client?.api.get<ItemList<Purchase>>('premium_purchase', { user_id, cursor });
  const { answer, problem, replace } = useAsked(() => ask());

  async function more({ items, next_url }: ItemList<Purchase>): Promise<void> {
    setLoading(true);
    await tryOrNotify(client, async () => {
      const older = next_url && (await ask(new URL(next_url).searchParams.get('cursor')));
      if (older) replace({ ...older, items: [...items, ...older.items] });
    });
    setLoading(false);
  }

  return (
    <section aria-labelledby="billing-purchases" aria-busy={isLoading || (!answer && !problem)}>
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
              <PrivateFileLink
                path={path}
                name={`${number ?? purchase_id}.pdf`}
                label={t('invoice_of', { number: number ?? purchase_id })}
              >
                {t('invoice')}
              </PrivateFileLink>
            </li>
          );
        })}
      </ul>
      {answer?.next_url && (
        <p>
          <Action disabled={isLoading} onClick={() => void more(answer)}>
            {t('purchases_more')}
          </Action>
        </p>
      )}
    </section>
  );
}
