import { ALL_PAGE_ROUTES, type Plan, type Subscription } from 'earshot-site/contract';
import { ActionLink } from '../../action.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useTexts } from '../../site-context.tsx';
import { BillingDetailsPart } from './billing-details.tsx';
import { OwnCard } from './own-card.tsx';
import { OwnPlan } from './own-plan.tsx';
import { PurchaseList } from './purchase-list.tsx';

interface BillingPageProps {
  subscription: Subscription | null;
  plans: readonly Plan[];
}

/** The member's own plan, card, billing details and payments. */
export function BillingPage({ subscription, plans }: BillingPageProps) {
  const t = useTexts('plans');
  const isOver = subscription === null || subscription.status === 'ended';
  const hasPaid = subscription !== null && !subscription.plan.is_free;
  return (
    <div className="site-settings">
      <h1>{t('billing_title')}</h1>
      {isOver ? (
        <Empty text={t(subscription === null ? 'no_plan' : 'plan_ended')}>
          {plans.length > 0 && (
            <ActionLink kind="primary" href={ALL_PAGE_ROUTES.plans}>
              {t('see_plans')}
            </ActionLink>
          )}
        </Empty>
      ) : (
        <OwnPlan subscription={subscription} plans={plans} />
      )}
      {!isOver && subscription.card && <OwnCard card={subscription.card} />}
      {hasPaid && <BillingDetailsPart />}
      <PurchaseList />
    </div>
  );
}
