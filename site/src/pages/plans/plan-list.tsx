import { buildPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES, type Plan, type Subscription } from 'earshot-site/contract';
import { ActionLink } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { PlanFacts, PlanPrice } from './plan-facts.tsx';

interface PlanListProps {
  plans: readonly Plan[];
  subscription: Subscription | null;
}

/** The plans of this host, side by side. */
export function PlanList({ plans, subscription }: PlanListProps) {
  const { config } = useSite();
  const t = useTexts('plans');
  const canPay = config.CARD_KEYS.premium !== '';
  const isOpen = subscription?.status === 'active' || subscription?.status === 'past_due';
  const own = isOpen ? subscription.plan : null;
  const isPaid = own !== null && !own.is_free;
  return (
    <div>
      <h1>{t('plans_title')}</h1>
      <p className="site-quiet">{t('shop_text')}</p>
      <ul className="site-plan-list">
        {plans.map((plan) => (
          <li key={plan.plan_id} className="site-plan" data-current={plan.plan_id === own?.plan_id}>
            <h2 className="site-plan-name">{plan.name}</h2>
            <PlanPrice plan={plan} />
            {plan.description && <p>{plan.description}</p>}
            <PlanFacts plan={plan} />
            {plan.plan_id === own?.plan_id && (
              <ActionLink href={ALL_PAGE_ROUTES.billing}>{t('your_plan')}</ActionLink>
            )}
            {plan.plan_id !== own?.plan_id && (isPaid ? !plan.is_free : canPay || plan.is_free) && (
              <ActionLink
                kind={plan.is_free ? 'secondary' : 'primary'}
                aria-label={t(isPaid ? 'change_to' : 'choose_plan', { plan: plan.name })}
                href={buildPath(ALL_PAGE_ROUTES, 'plan', { plan_id: plan.plan_id })}
              >
                {t(isPaid ? 'change' : 'choose')}
              </ActionLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
