import { ALL_PAGE_ROUTES, type Plan, priceInWords } from 'earshot-site/contract';
import { useEffect, useRef, useState } from 'react';
import { SubmitAction } from '../../action.tsx';
import { CheckField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { type Card, CardField } from '../../payments/card-field.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { DetailsFields, NO_DETAILS, ownCountry } from './details-fields.tsx';
import { NeedsScript } from './needs-script.tsx';
import { PlanFacts, PlanPrice } from './plan-facts.tsx';
import { beginOrder, settleOrder } from './settle-order.ts';

interface SubscribePageProps {
  plan: Plan;
  /** True to pay a failed renewal. */
  isOverdue?: boolean;
}

/** Pays for a plan. Playback continues, because no other page is loaded. */
export function SubscribePage({ plan, isOverdue = false }: SubscribePageProps) {
  const { client, t: site } = useSite();
  const t = useTexts('plans');
  const card = useRef<Card>(null);
  const outcome = useRef<'paid' | 'unknown' | null>(null);
  const [isReady, setReady] = useState(false);
  // A free plan waits only for the script, another one for the card field.
  useEffect(() => setReady(plan.is_free), [plan]);
  const { plan_id: profile_id } = plan;

  const form = useForm({
    initial: { ...NO_DETAILS, wants_details: false },
    async save({ wants_details, ...details }) {
      outcome.current = null;
      if (!client || (card.current && !card.current.check())) return;
      const order = { profile_id, ...(wants_details && details) };
      const intent = await beginOrder(client.api, order);
      if (intent && intent.type !== 'none' && !(await card.current?.confirm(intent))) return;
      const { intent_id = '' } = intent ?? {};
      const isPaid = intent === null || (await settleOrder(client.api, { profile_id, intent_id }));
      outcome.current = isPaid ? 'paid' : 'unknown';
    },
  });
  const { wants_details, country } = form.values;
  useEffect(() => {
    if (wants_details && country === '') form.set('country', ownCountry());
  });
  const leave = () => {
    if (outcome.current === 'unknown') client?.go(ALL_PAGE_ROUTES.subscribe_error);
    if (outcome.current !== 'paid') return;
    const words = isOverdue ? t('paid_up') : t('subscribed', { plan: plan.name });
    client?.notify(words, { level: 'success' });
    client?.go(ALL_PAGE_ROUTES.billing);
  };

  return (
    <div className="site-narrow">
      <h1>{t(isOverdue ? 'pay_title' : 'subscribe_title', { plan: plan.name })}</h1>
      <PlanPrice plan={plan} />
      {isOverdue ? <p>{t('overdue_text')}</p> : <PlanFacts plan={plan} />}
      <NeedsScript />
      <Form form={form} onSaved={leave}>
        {!plan.is_free && <CardField card={card} onReady={() => setReady(true)} />}
        {!plan.is_free && !isOverdue && (
          <>
            <CheckField name="wants_details" label={t('details_wanted')} />
            {wants_details && <DetailsFields />}
            <p className="site-quiet">
              {t(`renews_${plan.interval}`, { price: priceInWords(plan, site('date_locale')) })}
            </p>
          </>
        )}
        <p className="site-form-end">
          <SubmitAction disabled={!isReady || form.isSaving}>
            {t(plan.is_free ? 'take_free' : isOverdue ? 'pay_now' : 'pay')}
          </SubmitAction>
          <a href={isOverdue ? ALL_PAGE_ROUTES.billing : ALL_PAGE_ROUTES.plans}>
            {t(isOverdue ? 'to_billing' : 'back_to_plans')}
          </a>
        </p>
      </Form>
    </div>
  );
}
