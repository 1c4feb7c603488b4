import { buildPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES, type Subscription } from 'earshot-site/contract';
import { ActionLink } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

interface PaymentErrorPageProps {
  about: 'card_error' | 'subscribe_error';
  subscription: Subscription | null;
}

const REASONS = ['reason_bank', 'reason_blocked', 'reason_script', 'reason_network'] as const;

/** The state of an interrupted payment, possible causes, and the next step. */
export function PaymentErrorPage({ about, subscription }: PaymentErrorPageProps) {
  const { config } = useSite();
  const t = useTexts('plans');
  const outcome = outcomeOf(subscription);
  const plan = subscription?.plan;
  return (
    <div className="site-prose">
      <h1>{t(`${about}_title`)}</h1>
      {config.USER && <p>{t(`error_${outcome}`, { plan: plan?.name ?? '' })}</p>}
      <h2>{t('reasons_title')}</h2>
      <ul>
        {REASONS.map((reason) => (
          <li key={reason}>{t(reason)}</li>
        ))}
      </ul>
      <p className="site-form-end">
        {outcome === 'open' && plan && (
          <ActionLink
            kind="primary"
            href={buildPath(ALL_PAGE_ROUTES, 'plan', {
              plan_id: subscription?.pending_plan_id ?? plan.plan_id,
            })}
          >
            {t('pay_now')}
          </ActionLink>
        )}
        {outcome === 'nothing' ? (
          <ActionLink kind="primary" href={ALL_PAGE_ROUTES.plans}>
            {t('see_plans')}
          </ActionLink>
        ) : (
          <ActionLink href={ALL_PAGE_ROUTES.billing}>{t('to_billing')}</ActionLink>
        )}
      </p>
    </div>
  );
}

function outcomeOf(subscription: Subscription | null): 'open' | 'paid' | 'nothing' {
  if (subscription === null || subscription.status === 'ended') return 'nothing';
  const { status, pending_plan_id, plan } = subscription;
  if (status === 'incomplete' || status === 'past_due' || pending_plan_id !== null) return 'open';
  return plan.is_free ? 'nothing' : 'paid';
}
