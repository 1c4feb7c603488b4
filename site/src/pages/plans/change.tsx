import {
  ALL_API_ROUTES,
  ALL_PAGE_ROUTES,
  type PaymentCard,
  type PaymentIntent,
  type Plan,
  type Proration,
  priceInWords,
} from 'earshot-site/contract';
import { type FormEvent, useRef, useState } from 'react';
import { SubmitAction } from '../../action.tsx';
import { type Card, CardField } from '../../payments/card-field.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { useCardInWords } from './card-in-words.ts';
import { NeedsScript } from './needs-script.tsx';
import { PlanFacts, PlanPrice } from './plan-facts.tsx';
import { Problem } from './problem.tsx';
import { settleOrder } from './settle-order.ts';
import { useAsked } from './use-asked.ts';
import { useAttempt } from './use-attempt.ts';

interface ChangePageProps {
  plan: Plan;
  card: PaymentCard | null;
}

/**
 * Changes to another plan. If the stored card is not sufficient, its field appears, and with it the bank's question.
 */
export function ChangePage({ plan, card }: ChangePageProps) {
  const { client, t: site } = useSite();
  const t = useTexts('plans');
  const inWords = useCardInWords();
  const field = useRef<Card>(null);
  const [intent, setIntent] = useState<PaymentIntent | null>(null);
  const { isSending, problem, run } = useAttempt();
  const { plan_id } = plan;
  const { answer, problem: refusal } = useAsked(() =>
    client?.api.get<{ proration: Proration }>(ALL_API_ROUTES.subscription_preview, { plan_id }),
  );
  const money = ({ amount, currency }: Proration) =>
    priceInWords({ price: Math.abs(amount), currency }, site('date_locale'));

  async function change(): Promise<void> {
    const answer = await client?.api.put<{ intent: PaymentIntent }>('subscription', { plan_id });
    if (answer?.intent.type === 'payment') setIntent(answer.intent);
    else await finish();
  }

  async function pay(open: PaymentIntent, which: 'typed' | 'saved'): Promise<void> {
    if (!(await field.current?.confirm(open, which))) return;
    if (!client) return;
    const { intent_id } = open;
    if (await settleOrder(client.api, { profile_id: plan_id, intent_id })) await finish();
    else client.go(ALL_PAGE_ROUTES.subscribe_error);
  }

  async function finish(): Promise<void> {
    client?.notify(t('changed', { plan: plan.name }), { level: 'success' });
    client?.go(ALL_PAGE_ROUTES.billing);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (intent === null) void run(change);
    else if (field.current?.check()) void run(() => pay(intent, 'typed'));
  }

  return (
    <div className="site-narrow">
      <h1>{t('change_title', { plan: plan.name })}</h1>
      <PlanPrice plan={plan} />
      <PlanFacts plan={plan} />
      <NeedsScript />
      <form className="site-form" onSubmit={submit}>
        <Problem text={problem || refusal} />
        <div aria-live="polite">
          {answer && <p>{t(wordsFor(answer.proration), { amount: money(answer.proration) })}</p>}
        </div>
        {card && intent === null && <p className="site-quiet">{inWords(card)}</p>}
        {intent !== null && (
          <>
            <p role="alert">{t('change_open')}</p>
            <CardField card={field} onReady={() => void run(() => pay(intent, 'saved'))} />
          </>
        )}
        <p className="site-form-end">
          <SubmitAction disabled={answer === null || isSending}>
            {t(intent === null ? 'change' : 'pay_now')}
          </SubmitAction>
          <a href={ALL_PAGE_ROUTES.plans}>{t('back_to_plans')}</a>
        </p>
      </form>
    </div>
  );
}

function wordsFor({ amount }: Proration) {
  if (amount > 0) return 'change_now';
  return amount < 0 ? 'change_credit' : 'change_free';
}
