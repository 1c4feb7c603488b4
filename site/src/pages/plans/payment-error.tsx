import { buildPath } from 'earshot/contract';
import { OWN_PAGE_ROUTES, type Subscription } from 'earshot/internal';
import { useSite, useTexts } from '../../site-context.tsx';

export interface PaymentErrorPageProps {
  about: 'card_error' | 'subscribe_error';
  /** What the reader has subscribed to. */
  subscription: Subscription | null;
}

const REASONS = ['reason_bank', 'reason_blocked', 'reason_script', 'reason_network'] as const;

/** Says what has become of a payment that broke off, what may have been the cause, and how to go on. */
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
          <a
            className="es-action"
            data-kind="primary"
            href={buildPath(OWN_PAGE_ROUTES, 'plan', {
              plan_id: subscription?.pending_plan_id ?? plan.plan_id,
            })}
          >
            {t('pay_now')}
          </a>
        )}
        {outcome === 'nothing' ? (
          <a className="es-action" data-kind="primary" href={OWN_PAGE_ROUTES.plans}>
            {t('see_plans')}
          </a>
        ) : (
          <a className="es-action" data-kind="secondary" href={OWN_PAGE_ROUTES.billing}>
            {t('to_billing')}
          </a>
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
