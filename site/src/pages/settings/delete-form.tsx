import type { OwnUser } from 'earshot/contract';
import { ALL_PAGE_ROUTES, ALL_SITE_ROUTES } from 'earshot-site/contract';
import type { ReactNode } from 'react';
import { SubmitAction } from '../../action.tsx';
import { forgetDrafts } from '../../forms/drafts.ts';
import { readFieldErrors } from '../../forms/field-errors.ts';
import { PasswordField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { postForm } from '../../session/post-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';

/** Works without JavaScript as well. Without a password, a confirmation is required instead. */
export function DeleteForm({ user, messages }: { user: OwnUser; messages: readonly string[] }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const form = useForm({
    initial: { password: '' },
    errors: readFieldErrors(messages, ['password']),
    async save(values) {
      const fields = user.has_password ? values : {};
      await client?.withLogin(() => postForm(ALL_SITE_ROUTES.account_delete, fields));
    },
  });
  const around = (fields: ReactNode) => (
    <Form
      form={form}
      method="post"
      action={ALL_SITE_ROUTES.account_delete}
      onSaved={() => {
        client?.session.end();
        forgetDrafts();
        client?.go(ALL_PAGE_ROUTES.account_deleted);
      }}
    >
      {fields}
    </Form>
  );
  if (!user.has_password) {
    return (
      <div className="site-form-end">
        <AskFirst
          label={t('delete')}
          question={t('delete_question')}
          kind="secondary"
          form={around}
        />
      </div>
    );
  }
  return around(
    <>
      <PasswordField name="password" label={t('delete_password')} />
      <p className="site-form-end">
        <SubmitAction kind="danger" aria-busy={form.isSaving}>
          {t('delete')}
        </SubmitAction>
      </p>
    </>,
  );
}
