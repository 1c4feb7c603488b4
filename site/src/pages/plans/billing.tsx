import { buildPath } from 'earshot/contract';
import { OWN_PAGE_ROUTES, type Plan, type Subscription } from 'earshot/internal';
import { useTexts } from '../../site-context.tsx';
import { BillingDetailsPart } from './billing-details.tsx';
import { OwnCard } from './own-card.tsx';
import { OwnPlan } from './own-plan.tsx';
import { PurchaseList } from './purchase-list.tsx';

export interface BillingPageProps {
  subscription: Subscription | null;
  plans: readonly Plan[];
}

/** The member's own plan, his card, what his invoices say, and what he has paid. */
export function BillingPage({ subscription, plans }: BillingPageProps) {
  const t = useTexts('plans');
  const isOver = subscription === null || subscription.status === 'ended';
  const hasPaid = subscription !== null && !subscription.plan.is_free;
  return (
    <div className="site-settings">
      <h1>{t('billing_title')}</h1>
      {isOver ? (
        <>
          <p>{t(subscription === null ? 'no_plan' : 'plan_ended')}</p>
          {plans.length > 0 && (
            <p>
              <a
                className="es-action"
                data-kind="primary"
                href={buildPath(OWN_PAGE_ROUTES, 'plans')}
              >
                {t('see_plans')}
              </a>
            </p>
          )}
        </>
      ) : (
        <OwnPlan subscription={subscription} plans={plans} />
      )}
      {!isOver && subscription.card && <OwnCard card={subscription.card} />}
      {hasPaid && <BillingDetailsPart />}
      <PurchaseList />
    </div>
  );
}
