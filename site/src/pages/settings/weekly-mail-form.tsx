import type { OwnUser } from 'earshot/contract';
import { CheckField, FormEnd } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { changeUser } from './change-user.ts';

/** Whether the user gets the weekly mail with the downloads of their shows. */
export function WeeklyMailForm({ user }: { user: OwnUser }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const form = useForm({
    initial: { weekly_mail: user.weekly_mail },
    async save(values) {
      if (client) await changeUser(client, user, values);
    },
  });
  return (
    <Form form={form} onSaved={() => client?.notify(t('saved'), { level: 'success' })}>
      <CheckField name="weekly_mail" label={t('weekly_mail')} hint={t('weekly_mail_hint')} />
      <FormEnd kind="secondary">{t('save')}</FormEnd>
    </Form>
  );
}
