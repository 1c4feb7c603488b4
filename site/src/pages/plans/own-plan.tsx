import { buildPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES, type Plan, type Subscription } from 'earshot-site/contract';
import { useEffect, useState } from 'react';
import { Action, ActionLink } from '../../action.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { useShortDate } from '../settings/use-short-date.ts';
import { PlanFacts, PlanPrice } from './plan-facts.tsx';
import { Problem } from './problem.tsx';
import { useAttempt } from './use-attempt.ts';

interface OwnPlanProps {
  subscription: Subscription;
  plans: readonly Plan[];
}

/** The member's own plan: its price, its end, open payments, changes and cancellation. */
export function OwnPlan({ subscription, plans }: OwnPlanProps) {
  const { client } = useSite();
  const t = useTexts('plans');
  const words = useWords(subscription);
  const { problem, run } = useAttempt();
  const [isAsking, setAsking] = useState(false);
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const { plan, status, cancel_at_period_end, pending_plan_id } = subscription;
  const pending = plans.find(({ plan_id }) => plan_id === pending_plan_id);

  const change = (
    work: () => Promise<unknown> | undefined,
    done: 'cancelled' | 'resumed' | 'dropped' | 'given_up',
  ) =>
    run(async () => {
      await work();
      client?.notify(t(done), { level: 'success' });
      await client?.refresh();
    });
  const cancel = () => change(() => client?.api.delete('subscription'), 'cancelled');
  const resume = () => change(() => client?.api.post('subscription_reactivate'), 'resumed');
  const giveUp = () => change(() => client?.api.delete('subscription'), 'given_up');
  const drop = () =>
    change(() => client?.api.put('subscription', { plan_id: plan.plan_id }), 'dropped');
  const payPath = buildPath(ALL_PAGE_ROUTES, 'plan', {
    plan_id: pending?.plan_id ?? plan.plan_id,
  });
  const isOpen = status === 'incomplete' || status === 'past_due' || pending !== undefined;

  return (
    <section aria-labelledby="billing-plan">
      <h2 id="billing-plan">{plan.name}</h2>
      <PlanPrice plan={plan} />
      <p role={status === 'past_due' ? 'alert' : undefined}>{words}</p>
      {pending && <p role="alert">{t('pending', { plan: pending.name })}</p>}
      <PlanFacts plan={plan} />
      <Problem text={problem} />
      <p className="site-form-end">
        {isOpen ? (
          <ActionLink kind="primary" href={payPath}>
            {t('pay_now')}
          </ActionLink>
        ) : (
          plans.length > 0 && <ActionLink href={ALL_PAGE_ROUTES.plans}>{t('change')}</ActionLink>
        )}
        {pending && (
          <Action kind={null} onClick={() => void drop()}>
            {t('pending_drop', { plan: plan.name })}
          </Action>
        )}
        {status === 'incomplete' ? (
          <Action disabled={!isAlive} onClick={() => void giveUp()}>
            {t('give_up')}
          </Action>
        ) : (
          <Action
            disabled={!isAlive}
            onClick={() => (cancel_at_period_end ? void resume() : setAsking(true))}
          >
            {t(cancel_at_period_end ? 'resume' : 'cancel')}
          </Action>
        )}
      </p>
      {isAsking && (
        <ConfirmDialog
          question={t('cancel')}
          text={t('cancel_question')}
          confirm={t('cancel')}
          onConfirm={() => void cancel()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function useWords(subscription: Subscription): string {
  const t = useTexts('plans');
  const toDate = useShortDate();
  const { status, cancel_at_period_end, current_period_ends_at, grace_ends_at } = subscription;
  if (status === 'incomplete') return t('state_incomplete');
  if (status === 'past_due' && grace_ends_at) {
    return t('state_past_due', { date: toDate(grace_ends_at) });
  }
  if (!current_period_ends_at) return t('state_free');
  const date = toDate(current_period_ends_at);
  return t(cancel_at_period_end ? 'state_ending' : 'state_renews', { date });
}
