import type { OwnUser, PermalinkChoice } from 'earshot/contract';
import { useState } from 'react';
import { Action } from '../../action.tsx';
import { SubmitButton, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { tryOrNotify } from '../../parts/try-or-notify.ts';
import { useSite, useTexts } from '../../site-context.tsx';

type Answer = { permalink: PermalinkChoice };

/**
 * The end of the address of the user's page. Old addresses stop working, so the user can first check whether a new
 * one is free.
 */
export function PermalinkForm({ user }: { user: OwnUser }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const [choice, setChoice] = useState<PermalinkChoice | null>(null);
  const { user_id } = user;
  const form = useForm({
    initial: { permalink: user.permalink },
    async save({ permalink }) {
      await client?.api.put<Answer>('user_permalink', { user_id, permalink });
      const me = await client?.api.get<{ user: OwnUser }>('me');
      if (me) client?.session.update(me.user);
      setChoice(null);
    },
  });
  const check = () =>
    tryOrNotify(client, async () => {
      const asked = { user_id, permalink: form.values.permalink };
      const answer = await client?.api.get<Answer>('user_permalink', asked);
      setChoice(answer?.permalink ?? null);
    });
  const isOwn = choice?.value === user.permalink;
  return (
    <Form form={form} onSaved={() => client?.notify(t('saved'), { level: 'success' })}>
      <TextField
        name="permalink"
        label={t('permalink')}
        hint={user.site_url.slice(0, user.site_url.lastIndexOf('/') + 1) + form.values.permalink}
        autoComplete="off"
        required
      />
      <p className="site-form-end">
        <SubmitButton kind="secondary">{t('save')}</SubmitButton>
        <Action kind={null} onClick={check}>
          {t('check')}
        </Action>
        <span role="status">
          {choice &&
            t(choice.available || isOwn ? 'permalink_free' : 'permalink_taken', {
              value: choice.value,
            })}
        </span>
      </p>
    </Form>
  );
}
