import type { PaymentCard, PaymentIntent } from 'earshot-site/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Action, SubmitAction } from '../../action.tsx';
import { type Card, CardField } from '../../payments/card-field.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { useCardInWords } from './card-in-words.ts';
import { Problem } from './problem.tsx';
import { useAttempt } from './use-attempt.ts';

/** The card for payments, and the form that replaces it. */
export function OwnCard({ card }: { card: PaymentCard }) {
  const { client } = useSite();
  const t = useTexts('plans');
  const inWords = useCardInWords();
  const field = useRef<Card>(null);
  const [isOpen, setOpen] = useState(false);
  const [isReady, setReady] = useState(false);
  const { isSending, problem, run, forget } = useAttempt();
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);

  async function save(): Promise<void> {
    if (!client || !field.current?.check()) return;
    const { intent } = await client.api.post<{ intent: PaymentIntent }>('card_intents');
    if (!(await field.current.confirm(intent))) return;
    await client.api.post('card_attach', { intent_id: intent.intent_id });
    client.notify(t('card_saved'), { level: 'success' });
    setOpen(false);
    await client.refresh();
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(save);
  };
  const open = () => {
    setReady(false);
    forget();
    setOpen(true);
  };
  return (
    <section aria-labelledby="billing-card">
      <h2 id="billing-card">{t('card')}</h2>
      <p>{inWords(card)}</p>
      {isOpen ? (
        <form className="site-form" onSubmit={submit}>
          <Problem text={problem} />
          <CardField card={field} onReady={() => setReady(true)} />
          <p className="site-form-end">
            <SubmitAction disabled={!isReady || isSending}>{t('save_card')}</SubmitAction>
            <Action kind={null} onClick={() => setOpen(false)}>
              {t('keep_card')}
            </Action>
          </p>
        </form>
      ) : (
        <p>
          <Action disabled={!isAlive} onClick={open}>
            {t('other_card')}
          </Action>
        </p>
      )}
    </section>
  );
}
