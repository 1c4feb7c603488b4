import type { OwnUser } from 'earshot/contract';
import { useRef } from 'react';
import { changedFields } from '../../forms/changed-fields.ts';
import { FormEnd, TextArea, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { changeUser } from './change-user.ts';

export function ProfileForm({ user }: { user: OwnUser }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const { name, description, gender, birthday } = user;
  const saved = useRef({ name, description, gender: gender ?? '', birthday: birthday ?? '' });
  const form = useForm({
    initial: saved.current,
    draft: `profile ${user.user_id}`,
    async save(values) {
      if (client) await changeUser(client, user, changedFields(saved.current, values));
      saved.current = values;
    },
  });
  return (
    <Form form={form} onSaved={() => client?.notify(t('saved'), { level: 'success' })}>
      <TextField name="name" label={t('name')} autoComplete="name" maxLength={80} required />
      <TextArea name="description" label={t('description')} maxLength={4000} />
      <TextField name="gender" label={t('gender')} hint={t('only_you')} maxLength={80} />
      <TextField
        name="birthday"
        label={t('birthday')}
        hint={t('only_you')}
        type="date"
        autoComplete="bday"
      />
      <FormEnd>{t('save')}</FormEnd>
    </Form>
  );
}
